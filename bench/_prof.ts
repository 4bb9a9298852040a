import { readFile } from 'node:fs/promises';
import { asService } from '../test/support/role.ts';
import { request, visit } from './connection.ts';
import { benchServer, connect } from './database.ts';
import { round } from './round.ts';
import { signInOwners } from './seed/workspaces.ts';
import { startServer, startWeb } from './server.ts';
import { findTargets, requestsDatabase, seedTargets } from './targets.ts';

const server = await benchServer();
const url = await server.database(requestsDatabase, seedTargets);
const client = await connect(url);
const tokens = await signInOwners(client);
const targets = await findTargets(client);
const profile = process.argv[2] === 'prof';
const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
const args = scripts.web.split('node ')[1].split(' ');
const web = profile
  ? await startServer(['--cpu-prof', '--cpu-prof-dir=/tmp/prof', ...args], { DATABASE_URL: asService(url) })
  : await startWeb(asService(url));
const paths = (process.argv[3] ?? '/clients,/projects,/invoices').split(',');
const rounds = Number(process.argv[4] ?? 4);
const rows = (
  await client.query(`select distinct on (p.workspace_id) p.workspace_id as id, p.id as "projectId" from corkboard.projects p
     where p.trashed_at is null
       and not exists (select from corkboard.invoices i where i.workspace_id = p.workspace_id and i.project_id = p.id)
     order by p.workspace_id, p.id`)
).rows;
const of = new Map(rows.map((r: any) => [r.id, r.projectId]));
for (const path of paths) {
  const p = (id: string) => path.replace(':id', of.get(id)!);
  const a: number[] = [],
    b: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const w = (requests: string[]) => ({
      name: path,
      requests,
      status: 200,
      mostRequests: targets.length * 100,
      seconds: 1,
    });
    const one = await round(web, client, w(targets.map(({ id }) => visit(p(id), tokens.get(id)!))));
    if (i > 0) a.push(one.cpuMicroseconds);
    if (!profile) {
      const two = await round(
        web,
        client,
        w(targets.map(({ id, key }) => request('GET', `/api/v1${p(id)}`, key))),
      );
      if (i > 0) b.push((two as any).cpuMicroseconds);
    }
  }
  const med = (x: number[]) => x.sort((m, n) => m - n)[0];
  console.log(path, med(a), b.length ? med(b) : '', b.length ? (med(a)! / med(b)!).toFixed(2) : '');
}
await web.stop();
await client.end();
await server.stop();
