import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { batched } from '../batch.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import type { Scope } from '../operations/define.ts';
import { Overdue, Patience } from '../patience.ts';
import { hashOfKey } from './key.ts';
import { type Kind, quotas } from './rates.ts';

/** What admission needs to know of a request. */
export interface AdmissionRequest {
  key: string;
  kind: Kind;
  /** Null asks for key and rate only. */
  scope: Scope | null;
  /** The SQL of a read, which is answered in the same round trip; left out for anything else. */
  read?: FragmentSqlToken | undefined;
  /** How long it waits. */
  patience: Patience;
}

/** What the database says of a request whose key is good (sql/functions/admit.sql). */
const Admitted = z.object({
  workspace_id: z.string(),
  label: z.string(),
  refusal: z.enum(['rate_limited', 'plan_limit', 'scope_required']).nullable(),
  used: z.number(),
  resets_in: z.number(),
  tax_rate_bps: z.number(),
  prices_include_tax: z.boolean(),
});
const Row = Admitted.extend({ answer: z.string().nullable() });
type Row = z.infer<typeof Row>;
const Numbered = Row.extend({ n: z.number() });

/** Each by its name: a statement that was prepared with `*` fails as soon as a later version adds a column. */
const columns = sql.join(
  Object.keys(Admitted.shape).map(name => sql.identifier(['admitted', name])),
  sql.fragment`, `,
);

/** How many requests share a round trip at most: few enough that none of their rates stays locked for long. */
const mostTogether = 50;

/** For each database, the function that gathers the requests of a moment into one round trip. */
const gathered = new WeakMap<Database, (request: AdmissionRequest) => Promise<Row | null>>();

/**
 * Asks the database for admission; null: the key opens nothing. A read is answered in the same round trip.
 * What neither reads nor writes, such as tools/list, shares its round trip with others that come at the same time:
 * admission is most of what it costs, and on 50 connections 11 to 15 % more are answered, each for a quarter less of
 * the web process's processor time. Writes do not share: when they did, 5 to 15 % fewer of them were answered.
 */
export async function askAdmission(database: Database, request: AdmissionRequest): Promise<Row | null> {
  const isAlone = request.read || request.kind === 'write';
  const row = await (isAlone ? alone(database, request) : gatherer(database)(request));
  database.holders.learn(hashOfKey(request.key), row?.workspace_id);
  return row;
}

function gatherer(database: Database): (request: AdmissionRequest) => Promise<Row | null> {
  let gather = gathered.get(database);
  if (!gather) {
    gather = batched(mostTogether, 0, requests => together(database, requests));
    gathered.set(database, gather);
  }
  return gather;
}

/**
 * Admits one request, within its workspace's share of the connections: more of them would only wait for each other, as
 * each charges the same rate first.
 */
function alone(
  database: Database,
  { key, kind, scope, read, patience }: AdmissionRequest,
): Promise<Row | null> {
  const answer = read
    ? sql.fragment`case when admitted.refusal is null then (select row_to_json(a)::text from (${read}) a) end`
    : sql.fragment`null::text`;
  const keyHash = hashOfKey(key);
  return database.for(patience, database.holders.of(keyHash)).maybeOne(
    prepared(sql.type(Row)`
      select ${columns}, ${answer} as answer
      from corkboard.admit(${sql.binary(keyHash)}, ${kind}, ${quotas[kind]}, ${scope}) admitted`),
  );
}

/**
 * Admits requests in one round trip. Those that the database leaves out are admitted one by one, and so is each that
 * has used up its patience, and all of them where no connection came free: then each is refused in its own time.
 */
async function together(database: Database, requests: AdmissionRequest[]): Promise<Promise<Row | null>[]> {
  const patient = requests.filter(({ patience }) => patience.leftMs > 0);
  const rows = patient.length > 1 ? await askTogether(database, patient) : [];
  const admitted = new Map(rows.map(row => [patient[row.n - 1], row]));
  return requests.map(async request => admitted.get(request) ?? alone(database, request));
}

/**
 * One round trip for all of them. Waits for a connection as long as the least patient one may; no rows where none came
 * free. It needs no share: there is one batch at a time, so it uses one connection.
 */
async function askTogether(
  database: Database,
  requests: AdmissionRequest[],
): Promise<readonly z.infer<typeof Numbered>[]> {
  const leastMs = Math.min(...requests.map(({ patience }) => patience.leftMs));
  const array = <Value extends Buffer | string | number | null>(
    type: string,
    of: (request: AdmissionRequest) => Value,
  ) => sql.array(requests.map(of), type);
  try {
    return await database.for(new Patience(leastMs)).any(
      prepared(sql.type(Numbered)`
        select admitted.n, ${columns}, null::text as answer
        from corkboard.admit_together(
          ${array('bytea', ({ key }) => hashOfKey(key))}, ${array('text', ({ kind }) => kind)},
          ${array('int4', ({ kind }) => quotas[kind])}, ${array('text', ({ scope }) => scope)}) admitted`),
    );
  } catch (error) {
    if (error instanceof Overdue) return [];
    throw error;
  }
}
