import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { listen } from '../harness/listen.ts';
import { authenticate } from '../src/admission/authenticate.ts';
import { check } from '../src/admission/check.ts';
import { hashOfSecret, workspaceIn } from '../src/admission/key.ts';
import { Deadline } from '../src/concurrency/deadline.ts';
import { readConfig } from '../src/config.ts';
import { rowOf } from '../src/database/authenticatedRead.ts';
import { limits } from '../src/database/connect.ts';
import type { QuerySqlToken } from '../src/database/sql.ts';
import { queryConfig } from '../src/database/statement.ts';
import { TenantCache } from '../src/database/tenantCache.ts';
import { log } from '../src/log.ts';
import { catalogue } from '../src/operations/catalogue.ts';
import type { ReadOperation } from '../src/operations/define.ts';
import { unknownKey } from '../test/support/call.ts';

// The baseline: a minimal server that does the same work in the database. It uses node:http and pg, one named statement
// per request over a pool of the same size, and the same log line. It has no validation, no error bodies and no headers
// of its own. Without sharing work between requests, a server can hardly be faster on this database in this language.

/** The SHA-256 of a request's key, and the workspace that the key names. */
interface Key {
  hash: Buffer;
  workspace: string;
}

/** A prepared statement for a request. Its single row contains the response. */
interface Bare {
  name: string;
  text: string;
  values: (key: Key, input: Record<string, unknown>) => unknown[];
}

/** A read: the same statement that the service sends, composed once. */
async function read(name: string): Promise<Bare> {
  const operation = catalogue.find(
    (candidate): candidate is ReadOperation => candidate.method === 'GET' && candidate.name === name,
  )!;
  let sent: QuerySqlToken;
  const one = async (query: QuerySqlToken) => {
    sent = query;
    return null;
  };
  const database = { for: () => ({ one }), tenants: new TenantCache() };
  const answer = rowOf(operation.sqlCall(check(operation.input, {})));
  const request = {
    // A well-formed key that doesn't exist. Malformed keys would never reach the database.
    key: unknownKey,
    kind: 'read',
    scope: 'read',
    read: answer,
    deadline: new Deadline(limits.web.waitMs),
  } as const;
  await authenticate(database as never, request).catch(() => {});
  const { text, values } = queryConfig(sent!);
  return {
    name,
    text,
    values: ({ hash, workspace }) =>
      values.map(value =>
        Buffer.isBuffer(value) ? hash : value === workspaceIn(unknownKey) ? workspace : value,
      ),
  };
}

/**
 * A write: admission, the workspace's lock, the operation and its response, all in one statement. `fields` of the input are its
 * values from $3 on.
 */
const write = (name: string, scope: string, answer: string, ...fields: string[]): Bare => ({
  name,
  text: `
    select corkboard.store_response(admitted.workspace_id, null, null,
      (select row_to_json(a)::text from (${answer}) a)) as answer
    from corkboard.authorize_api_request($1, 'write', 60, '${scope}', $2) admitted
    cross join lateral corkboard.begin_api_write(admitted.workspace_id, $1, 'api', admitted.label, null, null, null, null) begun
    where admitted.refusal is null and begun.refusal is null`,
  values: ({ hash, workspace }, input) => [hash, workspace, ...fields.map(field => input[field])],
});

const logTime = write(
  'logTime',
  'write:time',
  `select
     (select row_to_json(r) from (select t.id, t.project_id as "projectId", t.date, t.minutes, t.description,
       t.billable, t.created_via as "createdVia", corkboard.iso(t.created_at) as "createdAt") r) as "timeEntry",
     '/projects/' || t.project_id || '?tab=time' as url
   from corkboard.log_time(begun.caller, $3, $4, $5, $6, $7) t`,
  ...['id', 'minutes', 'date', 'description', 'billable'],
);

const createClient = write(
  'createClient',
  'write:projects',
  `select
     (select row_to_json(r) from (select c.id, c.name, c.company, c.e_invoice_country as "eInvoiceCountry",
       c.e_invoice_network_id as "eInvoiceNetworkId", c.created_via as "createdVia",
       corkboard.iso(c.created_at) as "createdAt") r) as client,
     '/clients/' || c.id as url
   from corkboard.create_client(begun.caller, $3, $4, $5, $6) c`,
  ...['name', 'email', 'company', 'notes'],
);

const routes: Record<string, Bare> = {
  'GET /api/v1/me': await read('getWorkspace'),
  'GET /api/v1/clients': await read('listClients'),
  'GET /api/v1/projects': await read('listProjects'),
  'GET /api/v1/invoices': await read('listInvoices'),
  'POST /api/v1/projects/:id/time': logTime,
  'POST /api/v1/clients': createClient,
};

/** Replaces the workspace's id in the log. It is as long as an id, and saves a column in the result. */
const sampleId = randomUUID();

const { databaseUrl, webPoolSize } = readConfig();
// Plans are made once per statement, as in the service.
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: webPoolSize,
  options: '-c plan_cache_mode=force_generic_plan',
});

const server = createServer(async (req, res) => {
  const startedAt = performance.now();
  const [, id = ''] = /^\/api\/v1\/projects\/([^/]+)/.exec(req.url!) ?? [];
  const { name, text, values } = routes[`${req.method} ${id ? req.url!.replace(id, ':id') : req.url}`]!;
  const key = keyOf(req);
  const body = req.method === 'POST' ? ((await json(req)) as Record<string, unknown>) : {};
  const { rows } = await pool.query({ name, text, values: values(key, { id, billable: true, ...body }) });
  const answer: string = rows[0].answer;
  res.writeHead(req.method === 'POST' ? 201 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(answer),
  });
  res.end(answer);
  logRequest(req, res, name, Buffer.byteLength(answer), startedAt);
});

/** Logs the same line as the service for a request (src/http/access.ts). */
function logRequest(
  { method, url, headers }: IncomingMessage,
  { statusCode: status }: ServerResponse,
  operation: string,
  bytes: number,
  startedAt: number,
): void {
  const requestId = randomUUID();
  const keyPrefix = headers.authorization!.slice('Bearer '.length, 'Bearer '.length + 12);
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info(
    { requestId, operation, workspaceId: sampleId, keyPrefix, method, path: url, status, ms, bytes },
    'request',
  );
}

function keyOf(req: IncomingMessage): Key {
  const key = req.headers.authorization!.slice('Bearer '.length);
  return { hash: hashOfSecret(key), workspace: workspaceIn(key)! };
}

console.log(JSON.stringify({ port: await listen(server) }));
