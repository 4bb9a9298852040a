import type { DatabaseTransactionConnection } from 'slonik';
import { z } from 'zod';
import { check } from './admission/check.ts';
import { write } from './admission/write.ts';
import type { Config } from './config.ts';
import { Patience } from './database/patience.ts';
import { openPool, sql } from './database/pool.ts';
import { catalogue } from './operations/catalogue.ts';
import type { Write } from './operations/define.ts';
import { exampleIds } from './records/example.ts';

const Made = z.object({ workspaceId: z.string(), secret: z.string() });
const Link = z.object({ token: z.string() });

/**
 * On an empty database makes a demo workspace with a little data, through the same operations that the API
 * offers, and prints its key and a link that signs its owner in, this once. Otherwise does nothing.
 */
export async function demonstrate(config: Config, databaseUrl: string, baseUrl: string): Promise<void> {
  const pool = await openPool(databaseUrl, 1);
  const made = await pool.transaction(async database => {
    if (await database.exists(sql.unsafe`select from corkboard.workspaces`)) return null;
    const { workspaceId, secret } = await database.one(sql.type(Made)`
      select w.id as "workspaceId", (corkboard.create_key(w.id, 'Demo key', corkboard.key_scopes())).secret
      from corkboard.create_workspace('Larkspur Studio', 'owner@larkspur.example', 'USD', 'pro', 2000) w`);
    const { token } = await database.one(sql.type(Link)`
      select (corkboard.make_sign_in_link(m.id)).token from corkboard.members m where m.workspace_id = ${workspaceId}`);
    const caller = { workspaceId, label: 'Demo key', taxRateBps: 2000, pricesIncludeTax: false };
    const draft = async (name: string, input: object) => {
      const operation = catalogue.find(
        (candidate): candidate is Write => candidate.method === 'POST' && candidate.name === name,
      )!;
      const noRequest = { requestId: null, traceparent: null };
      const visitor = { caller, via: 'api', patience: new Patience(), ...noRequest } as const;
      // All on the one connection of the transaction.
      const alone = { database: { for: () => database }, config };
      const { answer } = await write(alone, operation, visitor, check(operation.input, input), null);
      return JSON.parse(answer);
    };
    await furnish(draft, (from, to) => rename(database, from, to));
    return { secret, token };
  });
  await pool.end();
  if (made !== null) console.log(welcome(made, baseUrl));
}

/** The records that a draft answers, by name. */
type Drafted = Record<'client' | 'project', { id: string }>;

/** Gives a client or project that was just made the id that examples name it by; what refers to it so far goes along. */
const rename = (database: DatabaseTransactionConnection, from: string, to: string) =>
  database.query(sql.unsafe`
    with logged as (update corkboard.audit_log set record_id = ${to} where record_id = ${from}),
      asked as (update corkboard.intakes set project_id = ${to} where project_id = ${from}),
      scoped as (update corkboard.scopes set project_id = ${to} where project_id = ${from}),
      versioned as (update corkboard.scope_versions set project_id = ${to} where project_id = ${from}),
      renamed as (update corkboard.projects set id = ${to} where id = ${from})
    update corkboard.clients set id = ${to} where id = ${from}`);

/** A studio with three clients, in the middle of its work. */
async function furnish(
  draft: (operation: string, input: object) => Promise<Drafted>,
  rename: (from: string, to: string) => Promise<unknown>,
): Promise<void> {
  const { client: bakery } = await draft('createClient', {
    name: 'Harbour Bakery',
    company: 'Harbour Bakery Ltd',
  });
  await rename(bakery.id, exampleIds.clientId);
  const { client: museum } = await draft('createClient', { name: 'Museum of Rivers' });
  await draft('createClient', { name: 'Ana Duarte', company: 'Duarte Ceramics' });

  const { project: website } = await draft('createProject', {
    clientId: exampleIds.clientId,
    name: 'Website and online shop',
    hourlyRateCents: 9500,
    intake: { 'Who visits the site?': 'Regulars looking for opening hours, and offices ordering lunch.' },
  });
  await rename(website.id, exampleIds.projectId);
  const { projectId: id } = exampleIds;
  await draft('draftScope', {
    id,
    deliverables: ['Home page', 'Shop with 40 products', 'Order e-mails'],
    revisionRounds: 2,
    timeline: 'Six weeks from kick-off',
    priceCents: 840_000,
  });
  await draft('logRevision', { id, description: 'Larger product photos and a calmer header.' });
  await draft('logTime', { id, minutes: 150, description: 'Shop templates' });
  await draft('logTime', { id, minutes: 45, description: 'Call about photos', billable: false });
  await draft('addNote', { id, body: 'Prefers calls before eight: they bake.' });
  await draft('draftInvoice', {
    projectId: id,
    amountCents: 420_000,
    notes: 'First half, on kick-off.',
  });

  const { project: exhibition } = await draft('createProject', {
    clientId: museum.id,
    name: 'Exhibition identity',
    stage: 'scoping',
  });
  await draft('draftInvoice', {
    projectId: exhibition.id,
    kind: 'estimate',
    lineItems: [
      { description: 'Poster series', quantityHundredths: 300, unitPriceCents: 65_000 },
      { description: 'Wayfinding, per room', quantityHundredths: 1250, unitPriceCents: 18_000 },
    ],
    discountCents: 20_000,
  });
}

const welcome = ({ secret, token }: { secret: string; token: string }, baseUrl: string) => `
A demo workspace is ready. This is its API key, shown this once:

  ${secret}

Try it:

  curl ${baseUrl}/api/v1/me -H 'Authorization: Bearer ${secret}'

Its owner signs in to the console here, once and within an hour:

  ${baseUrl}/sign-in/${token}
`;
