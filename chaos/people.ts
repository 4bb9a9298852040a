import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { Workspace } from './workspace.ts';

/** A confirmed act of a person in the app. */
export interface Act {
  action: string;
  recordId: string;
}

/** The acts on records: their names in the audit log, and calls of their SQL functions. */
const actCalls: { action: string; on: 'projects' | 'drafted' | 'invoices'; call: string }[] = [
  { action: 'invoice.sent', on: 'invoices', call: 'send_invoice($1, $2)' },
  { action: 'invoice.sent', on: 'invoices', call: 'send_invoice($1, $2)' },
  { action: 'invoice.viewed', on: 'invoices', call: 'view_invoice($1, $2)' },
  { action: 'invoice.paid', on: 'invoices', call: 'record_payment($1, $2)' },
  { action: 'intake.submitted', on: 'projects', call: `submit_intake($1, $2, '{"Who comes?":"All"}')` },
  { action: 'scope.approved', on: 'drafted', call: `approve_scope($1, $2, 'Ana Soares')` },
  { action: 'contract.signed', on: 'drafted', call: 'sign_contract($1, $2)' },
  {
    action: 'change_order.approved',
    on: 'drafted',
    call: 'approve_change_order($1, $2, 5000, p_rounds => 1)',
  },
];

/** A person in every workspace who sends, approves and signs, and manages the endpoints. */
export class People {
  readonly acts: Act[] = [];
  /** Errors of acts that no fault explains. */
  readonly unexpectedErrors: string[] = [];
  readonly #site: Site;
  readonly #acting: Promise<void>[];
  #isOpen = true;

  constructor(site: Site, random: Random) {
    this.#site = site;
    this.#acting = site.workspaces.map(workspace => this.#act(workspace, random.branch()));
  }

  /** Starts no more acts. Settles when the current ones are done. */
  finish(): Promise<unknown> {
    this.#isOpen = false;
    return Promise.all(this.#acting);
  }

  /** Turns on every endpoint that is off, and replays missed and failed deliveries. */
  async recoverEndpoints(): Promise<void> {
    const rows = await this.#site.database.rows<{ workspaceId: string; id: string }>(
      `select e.workspace_id as "workspaceId", e.id from corkboard.webhook_endpoints e
       where e.disabled_at is not null or exists (
         select from corkboard.webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status in ('missed', 'failed'))`,
    );
    for (const { workspaceId, id } of rows) {
      await this.#attempt(workspaceId, async () => {
        await this.#site.database.rows('select corkboard.enable_endpoint($1, $2)', workspaceId, id);
        await this.#site.database.rows('select corkboard.start_replay($1, $2)', workspaceId, id);
        return null;
      });
    }
  }

  async #act(workspace: Workspace, random: Random): Promise<void> {
    while (this.#isOpen) {
      await pause(random.between(300, 2_000));
      const next = random.chance(0.8) ? performAct : changeEndpoint;
      await this.#attempt(workspace.id, () => next(this.#site, workspace, random));
    }
  }

  async #attempt(workspaceId: string, act: () => Promise<Act | null>): Promise<void> {
    try {
      const done = await act();
      if (done !== null) this.acts.push(done);
    } catch (error) {
      if (!isExpected(error)) this.unexpectedErrors.push(`workspace ${workspaceId}: ${error}`);
    }
  }
}

async function performAct(
  { database }: Site,
  { id, ...known }: Workspace,
  random: Random,
): Promise<Act | null> {
  const { action, on, call } = random.pick(actCalls);
  if (known[on].length === 0) return null;
  const [done] = await database.rows<{ id: string }>(
    `select (corkboard.${call}).id`,
    id,
    random.pick(known[on]),
  );
  return { action, recordId: done!.id };
}

/** Turns an endpoint off, and on again after a while; or starts a replay; or replays a successful delivery. */
async function changeEndpoint(
  { database }: Site,
  { id, endpoints }: Workspace,
  random: Random,
): Promise<null> {
  const endpoint = random.pick(endpoints).id;
  const choice = random.next();
  if (choice < 0.4) {
    await database.rows('select corkboard.disable_endpoint($1, $2)', id, endpoint);
    await pause(random.between(500, 5_000));
    await database.rows('select corkboard.enable_endpoint($1, $2)', id, endpoint);
  } else if (choice < 0.7) {
    await database.rows('select corkboard.start_replay($1, $2)', id, endpoint);
  } else {
    const had = `select id from corkboard.webhook_deliveries where endpoint_id = $1 and status = 'succeeded' order by id desc limit 1`;
    const [delivery] = await database.rows<{ id: string }>(had, endpoint);
    if (delivery) await database.rows('select corkboard.replay_delivery($1, $2)', id, delivery.id);
  }
  return null;
}

/** Whether an error is expected: a rejection by the service, or a database that is down because of a fault. */
function isExpected(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^(ZC001|57P0\d|08...|E[A-Z]+)?$/.test(code);
}
