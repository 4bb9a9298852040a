import assert from 'node:assert/strict';
import { fetchAnswer } from './call.ts';
import { eventually } from './eventually.ts';
import { request } from './tools.ts';

/** The statuses after which a request is retried, because the service was unavailable. */
const retried = [500, 503];

/** How long a request is retried. */
const retryMs = 60_000;

/** A program that continuously uses the service, through REST and tools, and checks every response. */
export class Integrator {
  /** The ids of records that the service said it created. */
  readonly made = { clients: [] as string[], revisions: [] as string[] };
  readonly #key: string;
  readonly #addresses: () => string[];
  #requests = 0;
  #rounds = 0;

  /** `addresses` returns the service's current addresses, which are used in turn. */
  constructor(key: string, addresses: () => string[]) {
    this.#key = key;
    this.#addresses = addresses;
  }

  /** Works in rounds until the signal is aborted. Throws at the first wrong response. */
  async work(over: AbortSignal): Promise<void> {
    for (; !over.aborted; this.#rounds++) await this.#round(this.#rounds);
  }

  /** Waits until this many further rounds are done. */
  async rounds(count: number): Promise<void> {
    const until = this.#rounds + count;
    await eventually(() => this.#rounds >= until, undefined, 120_000);
  }

  /** Calls every operation once, and writes twice. */
  async #round(n: number): Promise<void> {
    const { client } = await this.#write(`client-${n}`, '/clients', { name: `Client ${n}` });
    this.made.clients.push(client.id);
    const { project } = await this.#write(`project-${n}`, '/projects', {
      clientId: client.id,
      name: `Project ${n}`,
    });
    const of = `/projects/${project.id}`;
    await this.#write(`scope-${n}`, `${of}/scope`, { deliverables: ['Logo'], revisionRounds: 2 });
    const { revision } = await this.#write(`revision-${n}`, `${of}/revisions`, { description: 'Calmer' });
    this.made.revisions.push(revision.id);
    await this.#write(`invoice-${n}`, '/invoices', { projectId: project.id, amountCents: 10_000 });
    await this.#tool('log_time', { id: project.id, minutes: 30, description: `Round ${n}` });
    await this.#tool('add_note', { id: project.id, body: `Round ${n}` });
    const whole = await this.#tool('get_project', { id: project.id });
    assert.equal(whole.project.name, `Project ${n}`);
    for (const path of ['/clients', '/clients?search=Client', '/projects', '/invoices?status=DRAFT']) {
      const { page } = await this.#ask('GET', path, 200);
      assert.equal(page.total, n + 1, path);
    }
    assert.equal((await this.#ask('GET', of, 200)).project.id, project.id);
    assert.equal((await this.#ask('GET', '/me', 200)).limits.clients.used, n + 1);
  }

  /** Sends a write twice: the second request must get the same response and create nothing. */
  async #write(key: string, path: string, body: object) {
    const write = () => this.#ask('POST', path, 201, body, { 'Idempotency-Key': key });
    const answer = await write();
    assert.deepEqual(await write(), answer);
    return answer;
  }

  async #tool(name: string, args: object) {
    const call = async () => {
      const asked = request('legacy', this.#requests, 'tools/call', { name, arguments: args });
      const { result } = await this.#ask('POST', '/api/mcp', 200, asked);
      assert.notEqual(result.isError, true, JSON.stringify(result));
      return result.structuredContent;
    };
    const answer = await call();
    assert.deepEqual(await call(), answer);
    return answer;
  }

  async #ask(method: string, path: string, expected: number, body?: object, headers: object = {}) {
    const end = performance.now() + retryMs;
    while (performance.now() < end) {
      const addresses = this.#addresses();
      const baseUrl = addresses[this.#requests++ % addresses.length]!;
      const answer = await fetchAnswer(baseUrl, {
        method,
        path: path.startsWith('/api/') ? path : `/api/v1${path}`,
        key: this.#key,
        body,
        headers: { Accept: 'application/json', ...headers },
      });
      if (retried.includes(answer.status)) continue;
      assert.equal(answer.status, expected, `${method} ${path}: ${answer.text}`);
      return answer.body;
    }
    throw new Error(`${method} ${path}: only ${retried.join(' or ')} for ${retryMs} ms`);
  }
}
