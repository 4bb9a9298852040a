import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { actionNamed } from '../../src/actions/catalogue.ts';
import type { Action, Context, Row } from '../../src/actions/define.ts';
import { statementOf } from '../../src/actions/statement.ts';
import { signIn } from './session.ts';
import type { World } from './world.ts';

type Kind = Action['on'];
/** The ids of records: one of each kind, and others by names of their own. */
export type Ids = Record<string, string>;

/** A workspace with a record of each kind, an estimate, and an endpoint that every event is sent to. */
export async function furnished(w: World) {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Harbour Bakery' });
  const project = await studio.project({ clientId: client.id, name: 'Website', intake: {} });
  const invoice = await studio.invoice(project.id, { dueDate: '2030-01-31' });
  const estimate = await studio.invoice(project.id, { kind: 'estimate' });
  const { timeEntry } = (await studio.post(`/projects/${project.id}/time`, { minutes: 5 })).body;
  const { note } = (await studio.post(`/projects/${project.id}/notes`, { body: 'A' })).body;
  const { revision } = (await studio.post(`/projects/${project.id}/revisions`, { description: 'A' })).body;
  const [{ key }] = await w.sql(
    'select id as key from corkboard.api_keys where workspace_id = $1',
    studio.id,
  );
  const add = (format: string, events: string) =>
    w.sql(
      `select (a.endpoint).id from corkboard.add_endpoint($1, 'https://hooks.example/', $2, ${events}) a`,
      studio.id,
      format,
    );
  const [[json], [slack]] = [
    await add('json', 'corkboard.subscribable_events()'),
    await add('slack', `'{client.created}'`),
  ];
  const [delivery] = await w.sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
     values ($1, $2, 'client.created', '{}', 'missed', null, now()) returning id`,
    studio.id,
    json.id,
  );
  const [[proposal], [request]] = await Promise.all([
    w.sql(
      `insert into corkboard.change_order_proposals (workspace_id, project_id, title, amount_cents, currency, proposed_by)
       values ($1, $2, 'More photos', 500, 'USD', 'ana@studio.example') returning id`,
      studio.id,
      project.id,
    ),
    w.sql(
      `insert into corkboard.scope_change_requests (workspace_id, project_id, scope_version, requested_by, text)
       values ($1, $2, 1, 'Ana', 'Fewer pages') returning id`,
      studio.id,
      project.id,
    ),
  ]);
  await w.sql(`select corkboard.set_inquiry_form($1, '{"is_open": true}')`, studio.id);
  const [inquiry] = await w.sql(
    `select id from corkboard.receive_inquiry($1, 'Ines', 'ines@x.example', 'Falk & Sons', 'A menu', '{"When?": "May"}', null, null)`,
    studio.id,
  );
  // Of the estimate, so that no sum of the invoice has it.
  const [creditNote] = await w.sql(
    `insert into corkboard.credit_notes
       (workspace_id, invoice_id, client_id, sequence, number, currency, line_items, net_cents, tax_cents, credited_on)
     values ($1, $2, $3, 1, 'CN-0001', 'USD', '[]', 100, 0, '2026-01-31') returning id`,
    ...[studio.id, estimate.id, client.id],
  );
  const owner = await signIn(w, studio.id);
  const member = await signIn(w, studio.id, { email: 'ana@studio.example' });
  const ids: Ids = {
    ...{ workspace: studio.id, client: client.id, project: project.id, invoice: invoice.id },
    ...{ entry: timeEntry.id, note: note.id, revision: revision.id, key, endpoint: json.id },
    ...{ delivery: delivery.id, member: member.memberId, proposal: proposal.id, request: request.id },
    ...{ inquiry: inquiry.id, creditNote: creditNote.id },
    ...{ estimate: estimate.id, slack: slack.id, owner: owner.memberId },
  };
  return { studio, ids, session: member.tokenHash.toString('hex') };
}

/**
 * Does an action by its SQL function, as the operator does, and returns its answer; null: there is no such record. `more`:
 * values that only `prepare` or a form would give.
 */
export async function act(
  db: pg.Pool | pg.PoolClient,
  name: string,
  ids: Ids,
  input: Row = {},
  more: Row = {},
): Promise<any> {
  const action = actionNamed(name);
  const { text, values } = statementOf(action);
  const begun = `select '${ids.workspace}'::uuid as workspace_id, ${ids.member ? `'${ids.member}'` : null}::uuid as member_id, $1::uuid`;
  const query = `select row_to_json(done) as answer from (${begun}) begun cross join lateral (${text}) done`;
  // Its name has PostgreSQL plan it once for a connection.
  const { rows } = await db.query({
    name: createHash('sha256').update(query).digest('hex').slice(0, 32),
    text: query,
    values: [ids[action.on as Kind] ?? randomUUID(), ...values(input, more)],
  });
  return rows[0]?.answer ?? null;
}

/** Does an action as `act` does, with its input parsed, and with what its `prepare` makes of it unless `more` has it. */
export async function prepareAndAct(
  db: pg.Pool | pg.PoolClient,
  name: string,
  ids: Ids,
  given: Row,
  more: Row = {},
): Promise<any> {
  const { input, prepare } = actionNamed(name);
  const parsed = input.parse(given);
  const query = (text: string, values?: unknown[]) => db.query(text, values);
  const context = { query, id: ids.project, workspaceId: ids.workspace } as unknown as Context;
  return act(db, name, ids, parsed, { ...(await prepare!(parsed, context)), ...more });
}
