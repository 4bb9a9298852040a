import { asService, password } from '../test/support/role.ts';
import { type BenchServer, connect } from './database.ts';
import { table } from './report.ts';
import { routes } from './requests.ts';
import { both, ratio } from './round.ts';
import { startWeb } from './server.ts';
import { openSides } from './sides.ts';
import { mostPerWorkspace } from './targets.ts';

/**
 * Measures the cost of row-level security: web as a role that the policies apply to, compared with web as a role with the
 * same privileges that bypasses them.
 */
export async function benchRowSecurity(server: BenchServer, quick: boolean): Promise<void> {
  const { databaseUrl, targets, rounds, seconds, alternate, stop } = await openSides(server, quick);
  const client = await connect(databaseUrl);
  await client.query(`
    do $$ begin
      if to_regrole('corkboard_bypassing') is null then create role corkboard_bypassing; end if;
      grant corkboard_app to corkboard_bypassing;
      alter role corkboard_bypassing login bypassrls password '${password}';
    end $$`);
  const restricted = asService(databaseUrl);
  const bypassing = Object.assign(new URL(restricted), { username: 'corkboard_bypassing' }).href;
  const sides = [await startWeb(restricted), await startWeb(bypassing)] as const;
  const rows: string[][] = [];
  for (const { name, method, request } of routes) {
    const work = () => ({
      name,
      requests: targets.map(request),
      status: method === 'GET' ? 200 : 201,
      mostRequests: targets.length * mostPerWorkspace[method],
      seconds,
    });
    const [restrictedRounds, bypassingRounds] = await alternate([
      { server: sides[0], work },
      { server: sides[1], work },
    ]);
    rows.push([
      name,
      ratio(restrictedRounds, bypassingRounds, 'perSecond').toFixed(3),
      both(restrictedRounds, bypassingRounds, 'perSecond', 0),
      both(restrictedRounds, bypassingRounds, 'p50Ms', 1),
    ]);
  }
  console.log(
    `\nRow-level security: with / without, medians of ${rounds} rounds of ${seconds} s each (goal: at least 0.95).\n`,
  );
  table(['Route', 'Ratio', 'Requests/s', 'p50 ms'], rows);
  for (const side of sides) await side.stop();
  await client.query('alter role corkboard_bypassing nologin nobypassrls');
  await client.end();
  await stop();
}
