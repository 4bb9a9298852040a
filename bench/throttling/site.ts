import type pg from 'pg';
import { runCommand } from '../../test/support/command.ts';
import { queuedJobs } from '../../test/support/queue.ts';
import { asService } from '../../test/support/role.ts';
import { type BenchServer, connect } from '../database.ts';
import { addWorkspaces } from '../seed/workspaces.ts';
import { type MeasuredServer, startServer, startWorker } from '../server.ts';

/** The number of workspaces: more than any row has endpoints. */
const workspaces = 150;

export interface Endpoint {
  id: string;
  workspaceId: string;
  /** Its path and query at the receivers (receiver.ts). */
  path: string;
}

/** The environment of the rows: a database, receivers, and a worker that is new for each row. */
export class Site {
  readonly client: pg.Client;
  /** A connection as the service's role. */
  readonly service: pg.Client;
  readonly #serviceUrl: string;
  readonly #receivers: MeasuredServer;
  #worker: MeasuredServer | undefined;

  private constructor(client: pg.Client, service: pg.Client, serviceUrl: string, receivers: MeasuredServer) {
    this.client = client;
    this.service = service;
    this.#serviceUrl = serviceUrl;
    this.#receivers = receivers;
  }

  static async open(server: BenchServer): Promise<Site> {
    const url = await server.database('corkboard_bench_pace', client => addWorkspaces(client, workspaces));
    const serviceUrl = asService(url);
    const receivers = await startServer(['bench/throttling/receiver.ts'], {});
    return new Site(await connect(url), await connect(serviceUrl), serviceUrl, receivers);
  }

  /** Deletes all endpoints and the log of their requests, and replaces the worker. */
  async reset(): Promise<void> {
    await this.#worker?.stop();
    await this.client.query('truncate corkboard.webhook_endpoints cascade');
    await this.client.query(`delete from ${queuedJobs}`);
    await this.tell('/up');
    await this.tell('/log');
    this.#worker = await startWorker(this.#serviceUrl);
  }

  /**
   * Adds an endpoint for each of these addresses, each in its own workspace. A path is one of the receivers in
   * receiver.ts.
   */
  async addEndpoints(addresses: string[], format = 'json'): Promise<Endpoint[]> {
    const { rows } = await this.client.query(
      `insert into corkboard.webhook_endpoints (workspace_id, url, format, events, secret)
       select w.id, a.url, $3, '{client.created}', case when $3 = 'json' then corkboard.new_webhook_secret() end
       from unnest($1::text[]) with ordinality a (url, n)
       join (
         select w.id, row_number() over (order by w.id) as n from corkboard.workspaces w
         where not exists (select from corkboard.webhook_endpoints e where e.workspace_id = w.id)) w using (n)
       order by a.n
       returning id, workspace_id as "workspaceId", replace(url, $2, '') as path`,
      [addresses.map(address => new URL(address, this.#url).href), this.#url, format],
    );
    return rows;
  }

  /** Sends a control request to the receivers (receiver.ts). */
  async tell(control: string): Promise<unknown> {
    return (await fetch(this.#url + control)).json();
  }

  /** Runs an operator's command. */
  async command(...args: string[]): Promise<void> {
    const { status, stderr } = await runCommand(args, { DATABASE_URL: this.#serviceUrl });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  }

  async close(): Promise<void> {
    await this.#worker?.stop();
    await this.#receivers.stop();
    await this.service.end();
    await this.client.end();
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#receivers.port}`;
  }
}
