import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/readme.ts';
import { world } from '../support/world.ts';

// Citus (docs/citus.md) does not plan every statement that PostgreSQL plans. The code uses forms that both plan, and these
// tests keep it so.
const w = world(test);

interface Source {
  path: string;
  /** The text with comments blanked out, so that lines keep their numbers. */
  text: string;
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

const sources: Source[] = globSync(
  // The migrations of 1.0.0 ran before tables were distributed.
  ['sql/{functions,queue,views}/**/*.sql', 'sql/migrations/{01[6-9],0[2-9]}*.sql', 'src/**/*.ts'],
  { cwd: root },
)
  .sort()
  .map(path => {
    const comments = path.endsWith('.sql') ? /--.*|^comment on [^;]*;/gm : /(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g;
    return { path, text: readFileSync(join(root, path), 'utf8').replaceAll(comments, blank) };
  });

const functions = sources.filter(({ path }) => path.startsWith('sql/functions/'));

/** The matches of a pattern as `path:line: reason`. */
const found = ({ path, text }: Source, pattern: RegExp, reason: string): string[] =>
  [...text.matchAll(pattern)].map(
    ({ index }) => `${path}:${text.slice(0, index).split('\n').length}: ${reason}`,
  );

/** Empty select lists. */
const emptyLists = (source: Source) =>
  found(source, /\b(select|perform)\s+from\b/g, 'Citus rejects empty select lists: select 1');

/** Updates and deletes of tables on the nodes, or updates on a conflict, that call a volatile function. */
const volatileWrites = (source: Source, tables: string, volatile: string) =>
  found(
    source,
    new RegExp(
      String.raw`\b(update|delete from) corkboard\.(${tables})\b[^;]*?\b(${volatile})\(|\bdo update\b[^;]*?\b(${volatile})\(`,
      'g',
    ),
    'Citus rejects volatile functions in UPDATE and DELETE: call the function before',
  );

/** Updates and deletes of tables on the nodes that call a stable function of a column. */
const stableWrites = (source: Source, tables: string, stable: string) =>
  found(
    source,
    new RegExp(
      String.raw`\b(update|delete from) corkboard\.(${tables})\b[^;]*?\b(${stable})\([^()]*\b[a-z]\w*\.\w+`,
      'g',
    ),
    'Citus rejects stable functions of columns in UPDATE and DELETE: compare the column itself',
  );

/** Rows that are locked in a join with those of a list. */
const lockedJoins = (source: Source) =>
  found(
    source,
    /\bfrom\s+\w+\([^;]*?\bjoin corkboard\.[^;]*?\bfor (no key )?update of\b/g,
    'Citus locks the rows of one workspace: change one row after the other',
  );

/** Functions in the language SQL with parameters that read or write tenants' tables. */
const parameters = (source: Source, tables: string) =>
  found(
    source,
    new RegExp(
      String.raw`create or replace (function|procedure) corkboard\.\w+\((?!\))[^$]*?\blanguage sql\b(?=[\s\S]*\bcorkboard\.(${tables})\s)`,
      'g',
    ),
    'Citus plans no parameters of SQL-language functions over distributed tables: write it in PL/pgSQL',
  );

/** Inserts of tenants' rows in a common table expression. */
const nestedInserts = (source: Source, tables: string) =>
  found(
    source,
    new RegExp(String.raw`\bas (materialized )?\(\s*insert into corkboard\.(${tables})\b`, 'g'),
    'Citus has no INSERT in a WITH clause: insert in a statement of its own',
  );

/** Alterations outside of a block: tables of an installation on Citus are distributed when a migration runs. */
const bareAlterations = (source: Source) =>
  found(source, /(?<=\n)alter table\b/g, 'Citus passes on the whole file: alter tables in a DO block');

/** A column's CASE x WHEN y in an update. */
const columnCases = (source: Source) =>
  found(
    source,
    /(?<=\bupdate corkboard\.\w+ (\w+)\b[^;]*)\bcase \1\.\w+ when\b/g,
    'Citus passes it on as a condition: CASE WHEN x = y',
  );

/** Updates that take an element of an array. */
const subscripts = (source: Source) =>
  found(
    source,
    /(?<=\bupdate corkboard\.\w+ [^;]*)\b[pv]_\w+\[/g,
    'Citus 13 crashes: take the element into a variable before',
  );

/** Policies with a subquery. */
const policies = (source: Source) =>
  found(source, /\bcreate policy\b[^;]*\(\s*select\b/g, 'Citus has no subqueries in policies');

/** Reads that take the workspace from a joined row instead of the caller. */
const joinedWorkspaces = (source: Source) =>
  /^src\/(console|operations|records)\//.test(source.path)
    ? found(
        source,
        /\bworkspace_id = (?!row\.)"?\w+"?\.(workspace_id|id)\b/g,
        'Citus finds no shard in a subquery or an outer join without the caller’s workspaceId',
      )
    : [];

/** Outer joins of a function's rows with tenants' rows. */
const recurringJoins = (source: Source, tables: string) =>
  found(
    source,
    new RegExp(
      String.raw`\bfrom\s+(\w+\.)?\w+\((?:(?!\bfrom\b)[^;])*?\bleft join corkboard\.(${tables})\b`,
      'g',
    ),
    'Citus 13.2 crashes if a condition of this join is null: add the missing rows by UNION ALL',
  );

/** Rows of an endpoint that are found without their workspace. */
const endpointsAlone = (source: Source) =>
  found(
    source,
    /(?<!\bworkspace_id = (?:\S+|coalesce\(\w+, \S+) and )\b\w+\.endpoint_id = \w+\.id\b/g,
    'Citus finds no shard by an endpoint alone: name the workspace before it',
  );

/** Conditions of a function of one workspace that take the workspace of a table's row from a row beside it. */
const workspacesBeside = (source: Source) => {
  const [, name] =
    /\bcreate or replace function corkboard\.(\w+)[^$]*?\bp_workspaces?\b/.exec(source.text) ?? [];
  // Where the workspace may be null, all shards are asked.
  if (name === undefined || source.text.includes('coalesce(p_workspace,')) return [];
  const rows = [...source.text.matchAll(/\b(?:from|join|update|using) corkboard\.\w+ (?:as )?(\w+)/g)];
  const alias = rows.map(([, row]) => row).join('|');
  if (alias === '') return [];
  return found(
    source,
    new RegExp(
      String.raw`\b(${alias})\.workspace_id = (?!v_|p_|${name}\b)\w+\.workspace_id|(?<!workspace_id = .*)\b(${alias})\.ctid = `,
      'g',
    ),
    'Citus finds no shard by a row beside it: name p_workspace, or coalesce(v_workspace, …) for p_workspaces',
  );
};

/** Whole rows of tables that are given to functions. */
const untypedRows = (source: Source) => {
  const rows = [...source.text.matchAll(/\b(?:from|join) corkboard\.\w+ (\w+)\b(?! \()/g)];
  const names = rows.map(([, name]) => name).filter(name => !/^(cross|where|join|on|left)$/.test(name!));
  if (names.length === 0 || !source.path.endsWith('.sql')) return [];
  return found(
    source,
    new RegExp(String.raw`\bcorkboard\.\w+\((?:[^();]*, )?(${names.join('|')})(, [^();]*)?\)`, 'g'),
    'Citus passes the row of a part of the table, of another type: row(x.*)::corkboard.t',
  );
};

const builtIn = {
  volatile: ['clock_timestamp', 'gen_random_uuid', 'random', 'timeofday'],
  stable: ['to_char', 'date_trunc', 'json_build_object', 'jsonb_build_object'],
};

async function judge(judged: Source[]): Promise<string[]> {
  const { rows } = await w.db.query<{ tables: string; volatile: string; stable: string }>(`
    select (select string_agg(c.relname, '|') from pg_class c
             where c.oid in (select corkboard.tenant_tables() union select 'corkboard.workspaces'::regclass)) as tables,
           string_agg(distinct 'corkboard\\.' || p.proname, '|') filter (where p.provolatile = 'v') as volatile,
           string_agg(distinct 'corkboard\\.' || p.proname, '|') filter (where p.provolatile = 's') as stable
      from pg_proc p
     where p.pronamespace = 'corkboard'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`);
  const { tables, volatile, stable } = rows[0]!;
  const written = `${tables}|workspace_removals`;
  return judged.flatMap(source => [
    ...emptyLists(source),
    ...volatileWrites(source, written, [...builtIn.volatile, volatile].join('|')),
    ...stableWrites(source, written, [...builtIn.stable, stable].join('|')),
    ...lockedJoins(source),
    ...parameters(source, tables),
    ...nestedInserts(source, tables),
    ...bareAlterations(source),
    ...columnCases(source),
    ...subscripts(source),
    ...policies(source),
    ...recurringJoins(source, tables),
    ...joinedWorkspaces(source),
    ...endpointsAlone(source),
    ...workspacesBeside(source),
    ...untypedRows(source),
  ]);
}

test('no statement has a shape that Citus is known to reject', async t => {
  t.true(functions.length > 200);
  t.deepEqual(await judge(sources), []);
});

for (const [shape, text] of Object.entries({
  'an empty select list': 'begin\n  perform from corkboard.clients;',
  'an empty select list in a subquery': 'select exists (\n select from corkboard.clients)',
  'the clock in an update': 'x\nupdate corkboard.clients c\n set trashed_at = clock_timestamp()',
  'the clock in a delete': 'x\ndelete from corkboard.sessions s\n where s.expires_at < clock_timestamp()',
  'a stable function of a column, in an update':
    'x\nupdate corkboard.webhook_endpoints e set notice_due_at = null\n where corkboard.iso(e.notice_due_at) = p_at',
  'rows that are locked in a join':
    'begin\n  perform 1 from unnest(p_ids) u (id) join corkboard.clients c on c.id = u.id\n   for no key update of c;',
  'a function that locks, in an update':
    'x\nupdate corkboard.webhook_deliveries d set status = 1\n from corkboard.lock_deliveries(a, b)',
  'the clock in an update on a conflict':
    'x\ninsert into corkboard.x values (1) on conflict do update set a = 1 where b < clock_timestamp()',
  'parameters of an SQL-language function':
    'x\ncreate or replace function corkboard.named(p_workspace uuid) returns text\nlanguage sql stable\nas $$ select c.name from corkboard.clients c $$',
  'a read that takes the workspace from a joined row':
    'x\n  select 1 from corkboard.projects p where p.workspace_id = c.workspace_id and p.client_id = c.id',
  'an alteration outside of a block': 'x\nalter table corkboard.clients add column nickname text;',
  'a case of a column in an update':
    "x\nupdate corkboard.clients c set name = case c.name when 'a' then 'b' end;",
  'an element of an array in an update': 'x\nupdate corkboard.clients c set name = p_names[1];',
  'an insert in a WITH clause':
    'x\nwith made as (insert into corkboard.webhook_claims select 1 returning *) select 1 from made',
  'an outer join of a function’s rows':
    'x\n select 1 from generate_series(now(), later()) h (hour_at)\n left join corkboard.clients c on c.created_at = h.hour_at',
  'rows of an endpoint without their workspace':
    'x\n select count(*) from corkboard.webhook_deliveries d where d.endpoint_id = e.id',
  'a workspace from a row beside':
    'create or replace function corkboard.f(p_workspaces uuid[]) as $$ select 1 from unnest(p_workspaces) j (workspace_id),\n lateral (select 1 from corkboard.clients c where c.workspace_id = j.workspace_id)',
  'a row by its place alone':
    'create or replace function corkboard.f(p_workspace uuid) as $$ delete from corkboard.sessions s\n where s.ctid = any (array(x))',
  'a whole row as an argument':
    'select 1 from corkboard.webhook_endpoints e\n cross join lateral corkboard.live_secrets(e) s',
  'a policy with a subquery':
    'x\ncreate policy workspace on corkboard.clients using (workspace_id = (select 1))',
})) {
  const path = shape.startsWith('a read') ? 'src/operations/new.ts' : 'new.sql';
  test(`a statement that Citus rejects is found, with its line: ${shape}`, async t => {
    const [place, ...more] = await judge([{ path, text }]);
    t.true(place!.startsWith(`${path}:2: Citus `), place);
    t.deepEqual(more, []);
  });
}

test('what Citus accepts is not rejected', async t => {
  t.deepEqual(
    await judge([
      {
        path: 'new.sql',
        text: `create or replace function corkboard.number() returns integer
          language sql as $$ select count(*) from corkboard.clients c $$;
          v_now := clock_timestamp(); update corkboard.clients c set trashed_at = v_now;
          update corkboard.worker_pools p set seen_at = clock_timestamp();
          create policy workspace on corkboard.clients using (workspace_id = corkboard.current_workspace());`,
      },
    ]),
    [],
  );
});
