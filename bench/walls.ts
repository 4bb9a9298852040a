import { asService, password } from '../test/support/role.ts';
import { type BenchServer, connect } from './database.ts';
import { table } from './report.ts';
import { routes } from './requests.ts';
import { both, ratio } from './round.ts';
import { startWeb } from './server.ts';
import { openSides } from './sides.ts';
import { mostPerWorkspace } from './targets.ts';

/**
 * What row-level security costs: web as a role that the policies apply to, compared with web as a role with the same
 * rights that bypasses them.
 */
export async function benchWalls(server: BenchServer, quick: boolean): Promise<void> {
  const { databaseUrl, targets, rounds, seconds, alternate, stop } = await openSides(server, quick);
  const client = await connect(databaseUrl);
  await client.query(`
    do $$ begin
      if to_regrole('corkboard_unwalled') is null then create role corkboard_unwalled; end if;
      grant corkboard_app to corkboard_unwalled;
      alter role corkboard_unwalled login bypassrls password '${password}';
    end $$`);
  const walled = asService(databaseUrl);
  const unwalled = Object.assign(new URL(walled), { username: 'corkboard_unwalled' }).href;
  const sides = [await startWeb(walled), await startWeb(unwalled)] as const;
  const rows: string[][] = [];
  for (const { name, method, request } of routes) {
    const work = () => ({
      name,
      requests: targets.map(request),
      status: method === 'GET' ? 200 : 201,
      mostRequests: targets.length * mostPerWorkspace[method],
      seconds,
    });
    const [held, free] = await alternate([
      { server: sides[0], work },
      { server: sides[1], work },
    ]);
    rows.push([
      name,
      ratio(held, free, 'perSecond').toFixed(3),
      both(held, free, 'perSecond', 0),
      both(held, free, 'p50Ms', 1),
    ]);
  }
  console.log(
    `\nRow-level security: with / without, medians of ${rounds} rounds of ${seconds} s each (goal: at least 0.95).\n`,
  );
  table(['Route', 'Ratio', 'Requests/s', 'p50 ms'], rows);
  for (const side of sides) await side.stop();
  await client.query('alter role corkboard_unwalled nologin nobypassrls');
  await client.end();
  await stop();
}
