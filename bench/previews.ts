import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { goal, median, table } from '../harness/print.ts';
import { addRecords } from '../harness/seed/records.ts';
import { addWorkspaces, idsOf, signInOwners } from '../harness/seed/workspaces.ts';
import { type Bench, connect } from './bench.ts';
import { startWeb, startWorker } from './processes.ts';

const flooding = 80;
/** Enough for that many drafts among the invoices. */
const perWorkspace = { clients: 20, projects: 20, invoices: 1_000 };
const mostBefore = 3;
const lookMs = 5;

/** Measures how many PDFs of a workspace that asks for 80 previews at once are made before the one of another workspace. */
export async function benchPreviews({ database, endings, quick }: Bench): Promise<void> {
  const databaseUrl = await database('corkboard_bench_previews', async client => {
    await addWorkspaces(client, 2);
    await addRecords(client, await idsOf(client), perWorkspace);
  });
  const client = await connect(endings, databaseUrl);
  const cookies = await signInOwners(client);
  const [busy, other] = (await idsOf(client)) as [string, string];
  const web = await startWeb(endings, databaseUrl);
  await startWorker(endings, databaseUrl);
  const drafts = async (workspace: string, count: number): Promise<string[]> => {
    const { rows } = await client.query(
      `select id from corkboard.invoices where workspace_id = $1 and status = 'DRAFT' order by id limit $2`,
      [workspace, count],
    );
    return rows.map(({ id }) => id);
  };
  const ask = (workspace: string, id: string) =>
    fetch(`http://127.0.0.1:${web.port}/invoices/${id}.pdf`, {
      headers: { Cookie: `corkboard=${cookies.get(workspace)}` },
    }).then(async answer => {
      await answer.arrayBuffer();
      return answer.status;
    });
  const of = await drafts(busy, flooding);
  const [wanted] = await drafts(other, 1);
  await ask(other, wanted!);
  const behind: number[] = [];
  const seconds: number[] = [];
  let refused = 0;
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    await client.query('delete from corkboard.document_previews');
    const flood = of.map(id => ask(busy, id));
    await until(client, busy, ({ asked }) => asked === of.length);
    const start = performance.now();
    const mine = ask(other, wanted!);
    await until(client, other, ({ asked }) => asked === 1);
    const before = await previewsOf(client, busy);
    await until(client, other, ({ made }) => made === 1);
    seconds.push((performance.now() - start) / 1000);
    behind.push((await previewsOf(client, busy)).made - before.made);
    const statuses = await Promise.all([...flood, mine]);
    refused += statuses.filter(status => status !== 200).length;
    // Those that no reader waits for any more are made nevertheless.
    await until(client, busy, ({ made }) => made === of.length);
  }
  console.log(
    `\nA workspace asks for ${flooding} previews at once, and then another one for its own; ${behind.length} rounds, one worker. Refused: requests that got 503 after ten seconds.\n`,
  );
  table(
    ['Documents before it, median', 'most', 'Goal', 'Its seconds, median', 'most', 'Refused'],
    [
      [
        `${median(behind)}`,
        `${Math.max(...behind)}`,
        goal(`≤ ${mostBefore}`, Math.max(...behind)),
        median(seconds).toFixed(2),
        Math.max(...seconds).toFixed(2),
        `${refused} of ${behind.length * (flooding + 1)}`,
      ],
    ],
  );
}

interface Previews {
  asked: number;
  made: number;
}

async function previewsOf(client: pg.Client, workspace: string): Promise<Previews> {
  const { rows } = await client.query(
    `select count(*)::integer as asked, count(bytes)::integer as made
       from corkboard.document_previews where workspace_id = $1`,
    [workspace],
  );
  return rows[0];
}

/** Waits until the previews of a workspace are as wanted. Throws after two minutes. */
async function until(
  client: pg.Client,
  workspace: string,
  holds: (previews: Previews) => boolean,
): Promise<void> {
  const end = performance.now() + 120_000;
  while (!holds(await previewsOf(client, workspace))) {
    if (performance.now() > end) throw new Error('The previews were not made within two minutes.');
    await pause(lookMs);
  }
}
