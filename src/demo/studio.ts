import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { actionQuery } from '../actions/actionQuery.ts';
import { actionNamed } from '../actions/catalogue.ts';
import type { Row } from '../actions/define.ts';
import { runAction } from '../actions/run.ts';
import { check } from '../admission/check.ts';
import { hashOfSecret } from '../admission/key.ts';
import { type Via, write } from '../admission/write.ts';
import { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import { limits } from '../database/connect.ts';
import { fragment } from '../database/fragment.ts';
import { sql } from '../database/pool.ts';
import type { Queries } from '../database/queries.ts';
import { catalogue } from '../operations/catalogue.ts';
import type { WriteOperation } from '../operations/define.ts';
import type { Query } from '../webhooks/attempts.ts';
import { Keyring } from '../webhooks/keyring.ts';
import type { Outcome } from '../webhooks/outcome.ts';
import { newEndpointId, signingSecret } from '../webhooks/secrets.ts';
import { timePasses } from './time.ts';

const ModelAnswerRow = z.object({ answer: z.string().nullable() });
const IdsRow = z.object({ ids: z.array(z.string()) });
const secretBytes = () => randomBytes(32);
/** The browser of clients. */
const browser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0';
const untraced = { requestId: null, traceparent: null };

/** The records that operations make, by kind. */
type Made = Record<'client' | 'project' | 'invoice', { id: string }>;

/** The author of a draft: its channel and key. */
export interface Drafter {
  via: Via;
  label: string;
}

/** The demo workspace while its history is created: actions by different people, and the passage of time. */
export class Studio {
  readonly #database: Queries;
  readonly #config: Config;
  readonly #keyHash: Buffer;
  readonly workspaceId: string;
  #member = '';

  /** Everything runs on the connection of one transaction. `key` is the API key that makes drafts. */
  constructor(database: Queries, config: Config, workspaceId: string, key: string) {
    this.#database = database;
    this.#config = config;
    this.#keyHash = hashOfSecret(key);
    this.workspaceId = workspaceId;
  }

  /** From now on everything is done by this member, whom the audit log names. */
  async actAs(email: string): Promise<void> {
    this.#member = email;
    await this.#query(
      `select set_config('corkboard.actor', $1, true), set_config('corkboard.is_client', '', true)`,
      [email],
    );
  }

  /** The following actions are done by a client through a share link; null if the client gave no name. */
  async byClient(name: string | null): Promise<void> {
    await this.#query('select corkboard.act_as_client($1)', [name]);
  }

  /** A write operation, as programs and assistants call it. */
  async drafts({ via, label }: Drafter, name: string, input: object): Promise<Made> {
    const operation = catalogue.find(
      (candidate): candidate is WriteOperation => candidate.method === 'POST' && candidate.name === name,
    )!;
    const caller = { workspaceId: this.workspaceId, label, taxRateBps: 1900, pricesIncludeTax: false };
    const deadline = new Deadline(limits.web.waitMs);
    const context = { caller, keyHash: this.#keyHash, via, deadline, ...untraced };
    const alone = { database: { for: () => this.#database }, config: this.#config };
    const { answer } = await write(alone, operation, context, check(operation.input, input), null);
    return JSON.parse(answer);
  }

  /** Performs an action as a person does in the console, and returns its answer. `more`: parameters that aren't in the input. */
  async act(name: string, id: string, given: object = {}, more?: Row): Promise<Row> {
    const action = actionNamed(name);
    const input = check(action.input, given);
    const run = async (more: Row = {}): Promise<Row> => {
      const { answer } = await this.#database.one(sql.type(ModelAnswerRow)`
        select row_to_json(a)::text as answer
        from (select ${this.workspaceId}::uuid as workspace_id) begun
        left join lateral (${actionQuery(action, id, input, more)}) a on true`);
      return JSON.parse(answer!);
    };
    if (more !== undefined) return run(more);
    const done = await runAction(action, run, input, {
      config: this.#config,
      query: this.#query,
      id,
      workspaceId: this.workspaceId,
      secret: action.secret?.from(secretBytes()) ?? '',
    });
    return done as Row;
  }

  /** Logs time on a project, as the member who acts. */
  async logs(projectId: string, minutes: number, description: string, isBillable = true): Promise<void> {
    await this.#query(`select corkboard.log_time(($1, 'app', $2)::corkboard.caller, $3, $4, null, $5, $6)`, [
      this.workspaceId,
      this.#member,
      projectId,
      minutes,
      description,
      isBillable,
    ]);
  }

  /** Logs a revision round with a verdict on it, as the classification endpoint would have given. */
  async judged(
    projectId: string,
    description: string,
    { label, via }: Drafter,
    verdict: { verdict: string; reason: string; question?: string },
  ): Promise<void> {
    await this.#query(
      `select corkboard.store_classification($1, (l.revision).id, $5, $6, $7, null)
       from corkboard.log_revision(($1, $2, $3)::corkboard.caller, $4, $8, true, true) l`,
      [
        this.workspaceId,
        via,
        label,
        projectId,
        verdict.verdict,
        verdict.reason,
        verdict.question ?? null,
        description,
      ],
    );
  }

  /** A client signs the contract, from their own browser. */
  async signs(projectId: string, name: string): Promise<void> {
    await this.act('contract.sign', projectId, { by: name }, { from: '203.0.113.24', browser });
  }

  /** The ids of what a client agreed to pay for a project, oldest first. */
  async agreed(projectId: string): Promise<string[]> {
    const { ids } = await this.#database.one(sql.type(IdsRow)`
      select array(
        select a.id from corkboard.agreed_items a
         where a.workspace_id = ${this.workspaceId} and a.project_id = ${projectId} order by a.agreed_at, a.id) as ids`);
    return ids;
  }

  /** A member writes and sends a change order, and the client approves it. After that, actions are the member's again. */
  async extends(projectId: string, words: object, name: string): Promise<void> {
    const { proposal } = await this.act('change-order.propose', projectId, words);
    const { id } = proposal as { id: string };
    await this.act('change-order.send', id);
    await this.timePasses('3 hours');
    await this.byClient(name);
    await this.act('change-order.accept', id, { by: name }, { from: '203.0.113.24', browser });
    await this.actAs(this.#member);
  }

  /** Someone who is no client yet sends an inquiry. After that, actions are the member's again. */
  async asked(name: string, email: string, company: string, message: string, answers: object): Promise<void> {
    await this.byClient(null);
    await this.#query(`select corkboard.receive_inquiry($1, $2, $3, $4, $5, $6, '203.0.113.77', $7)`, [
      ...[this.workspaceId, name, email, company, message, JSON.stringify(answers), browser],
    ]);
    await this.actAs(this.#member);
  }

  /** A client accepts an estimate, from their own browser. */
  async accepts(estimateId: string, name: string): Promise<void> {
    await this.act('estimate.accept', estimateId, { by: name }, { from: '203.0.113.31', browser });
  }

  /** The client opens an invoice. After that, actions are the member's again. */
  async views(invoiceId: string): Promise<void> {
    await this.byClient(null);
    await this.act('invoice.view', invoiceId);
    await this.actAs(this.#member);
  }

  /** Adds an endpoint without resolving its address, because a first start needs no network. Returns its id. */
  async listens(url: string, events: string[]): Promise<string> {
    const endpointId = await newEndpointId(this.#query);
    const stored = new Keyring(this.#config.secretsKeys).encrypt(signingSecret(secretBytes()), endpointId);
    await this.act('endpoint.add', '', { url, events }, { id: endpointId, secret: stored });
    return endpointId;
  }

  /** Records an attempt of every pending delivery of an endpoint, as a worker would. */
  async attempts(
    endpointId: string,
    { outcome, status, durationMs, reason, response }: Outcome,
  ): Promise<void> {
    await this.#database.any(sql.unsafe`
      select corkboard.record_attempts(
               array_agg(d.workspace_id), array_agg(d.endpoint_id), array_agg(d.id), array_agg(d.job_number),
               array_agg(gen_random_uuid()), array_agg(1), array_agg(${outcome}::text), array_agg(${status}::integer),
               array_agg(${durationMs}::integer), array_agg(${reason}::text), array_agg(${response}::text),
               array_agg(null::integer), array_agg(clock_timestamp()), array_agg(null::text))
        from corkboard.webhook_deliveries d
       where d.workspace_id = ${this.workspaceId} and d.endpoint_id = ${endpointId} and d.status = 'pending'
      having count(*) > 0`);
  }

  /** How long after each failed attempt the next one is made. */
  async retryDelays(): Promise<string[]> {
    const Delay = z.object({ delay: z.string() });
    const rows = await this.#database.any(sql.type(Delay)`
      select d.delay::text as delay from unnest(corkboard.retry_delays()) with ordinality d (delay, n) order by d.n`);
    return rows.map(({ delay }) => delay);
  }

  /** Finds out that an invoice fell due, as the nightly job does; `on` is a date. */
  async findsOverdue(on: string): Promise<void> {
    await this.#query('select corkboard.detect_overdue($1::date)', [on]);
  }

  /** Makes all that happened so far longer ago; `past` is an interval, as PostgreSQL writes it. */
  async timePasses(past: string): Promise<void> {
    await timePasses(this.#database, this.workspaceId, past);
  }

  /** Deletes the jobs that were added meanwhile: they have nothing left to do, and nobody is emailed what is made up. */
  async endsJobs(): Promise<void> {
    await this.#query(
      `select graphile_worker.complete_jobs(array(
         select j.id from graphile_worker.jobs j where j.task_identifier = any ($1)))`,
      [['attempt_delivery', 'classify_revision', 'mail_notifications']],
    );
    await this.#query('delete from corkboard.notifications n where n.workspace_id = $1', [this.workspaceId]);
  }

  /** Gives a new client or project the id that the examples use, in all rows that refer to it. */
  async renames(from: string, to: string): Promise<void> {
    await this.#database.any(sql.unsafe`
      with logged as (update corkboard.audit_log set record_id = ${to} where record_id = ${from}),
        asked as (update corkboard.intakes set project_id = ${to} where project_id = ${from}),
        scoped as (update corkboard.scopes set project_id = ${to} where project_id = ${from}),
        versioned as (update corkboard.scope_versions set project_id = ${to} where project_id = ${from}),
        renamed as (update corkboard.projects set id = ${to} where id = ${from})
      update corkboard.clients set id = ${to} where id = ${from}`);
  }

  readonly #query: Query = async (text, values) => ({
    rows: [...(await this.#database.any(sql.unsafe`${fragment(text, values)}`))],
  });
}
