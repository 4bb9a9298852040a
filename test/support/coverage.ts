import { withClient } from '../../harness/database.ts';

/** Whether this run measures coverage (npm run coverage). */
export const measuresCoverage = process.env.NODE_V8_COVERAGE !== undefined;

/** Describes how many of the functions in sql/functions were called in these databases, and which were not. */
export async function sqlCoverage(urls: string[]): Promise<string> {
  const called = new Map<string, boolean>();
  for (const url of urls) {
    const { rows } = await withClient(url, client =>
      client.query<{ name: string; called: boolean }>(
        `select p.proname as name, bool_or(s.calls is not null) as called
         from pg_proc p left join pg_stat_user_functions s on s.funcid = p.oid
         where p.pronamespace = to_regnamespace('corkboard') group by 1 order by 1`,
      ),
    );
    for (const row of rows) called.set(row.name, called.get(row.name) || row.called);
  }
  const never = [...called].filter(([, wasCalled]) => !wasCalled).map(([name]) => name);
  // PostgreSQL does not count calls of SQL functions that it inlines into a query.
  return `${called.size - never.length} of ${called.size} SQL functions were called. Not called, or inlined: ${never.join(', ')}.`;
}
