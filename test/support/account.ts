import type pg from 'pg';
import { type Answer, type Call, call } from './call.ts';

/** A workspace as an integrator uses it: its id, its key, and calls with that key. */
export interface Account {
  id: string;
  key: string;
  baseUrl: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Any other request, with this key. */
  send(request: Omit<Call, 'key'>): Promise<Answer>;
  /** The same workspace with another key, which has these scopes besides read. */
  keyWith(...scopes: string[]): Promise<Account>;
  /** Creates the records that most tests start from. Each of their private fields contains "never-leaves". */
  client(fields?: object): Promise<any>;
  project(fields?: object): Promise<any>;
  scope(projectId: string, fields?: object): Promise<any>;
  invoice(projectId: string, fields?: object): Promise<any>;
}

const privately = 'never-leaves';

export function account(baseUrl: string, db: pg.Pool, id: string, key: string): Account {
  const send: Account['send'] = request => call(baseUrl, { key, ...request });
  const created = async (path: string, body: object) => {
    const answer = await self.post(path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const self: Account = {
    id,
    key,
    baseUrl,
    send,
    get: (path, headers = {}) => send({ method: 'GET', path, headers }),
    post: (path, body, headers = {}) => send({ method: 'POST', path, body, headers }),
    keyWith: async (...scopes) => {
      const { rows } = await db.query(`select (corkboard.create_key($1, 'Test key', $2)).secret`, [
        id,
        scopes,
      ]);
      return account(baseUrl, db, id, rows[0].secret);
    },
    client: async (fields = {}) =>
      (
        await created('/clients', {
          name: 'Client',
          email: `${privately}@client.example`,
          notes: privately,
          ...fields,
        })
      ).client,
    project: async (fields = {}) => {
      const clientId = 'clientId' in fields ? fields.clientId : (await self.client()).id;
      const intake = { [`${privately}?`]: privately };
      return (await created('/projects', { clientId, name: 'Project', notes: privately, intake, ...fields }))
        .project;
    },
    scope: async (projectId, fields = {}) =>
      (await created(`/projects/${projectId}/scope`, { deliverables: ['Logo'], ...fields })).scope,
    invoice: async (projectId, fields = {}) => {
      const source = 'lineItems' in fields ? {} : { amountCents: 10_000 };
      return (await created('/invoices', { projectId, notes: privately, ...source, ...fields })).invoice;
    },
  };
  return self;
}
