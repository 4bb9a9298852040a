import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/root.ts';
import { sharedWorld } from '../support/world.ts';

// Citus (docs/citus.md) does not plan every statement that PostgreSQL plans. The code uses forms that both plan, and these
// tests keep it so.
const w = sharedWorld(test, 'api');

interface Source {
  path: string;
  /** The text with comments blanked out, so that lines keep their numbers. */
  text: string;
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

const sources: Source[] = globSync(
  // The migrations of 1.0.0 ran before tables were distributed.
  ['sql/{functions,queue,views}/**/*.sql', 'sql/migrations/{02[2-9],0[3-9],[1-9]}*.sql', 'src/**/*.ts'],
  { cwd: root },
)
  .sort()
  .map(path => {
    const comments = path.endsWith('.sql') ? /--.*|^comment on [^;]*;/gm : /(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g;
    return { path, text: readFileSync(join(root, path), 'utf8').replaceAll(comments, blank) };
  });

/** The names that patterns contain, each list as alternatives. */
interface Names {
  /** The tables that Citus distributes. */
  tables: string;
  volatile: string;
  stable: string;
}

interface Rule {
  /** Why Citus rejects it, and what to write instead. */
  reason: string;
  /** What it looks like, in a source; null if the source can't contain it. */
  pattern: RegExp | ((source: Source) => RegExp | null);
  /** Statements that it finds, each in its second line. */
  examples: string[];
}

/** A change of a distributed table in which this follows. */
const change = (tables: string) =>
  String.raw`\b(?:update|delete from) corkboard\.(?:${tables}|workspace_removals)\b[^;]*?`;

const rulesFor = ({ tables, volatile, stable }: Names): Rule[] => [
  {
    reason: 'Citus rejects empty select lists: select 1',
    pattern: /\b(select|perform)\s+from\b/g,
    examples: [
      'begin\n  perform from corkboard.clients;',
      'select exists (\n select from corkboard.clients)',
    ],
  },
  {
    reason: 'Citus rejects volatile functions in UPDATE and DELETE: call the function before',
    pattern: new RegExp(String.raw`(?:${change(tables)}|\bdo update\b[^;]*?)\b(?:${volatile})\(`, 'g'),
    examples: [
      'x\nupdate corkboard.clients c\n set trashed_at = clock_timestamp()',
      'x\ndelete from corkboard.sessions s\n where s.expires_at < clock_timestamp()',
      'x\nupdate corkboard.webhook_deliveries d set status = 1\n from corkboard.lock_deliveries(a, b)',
      'x\ninsert into corkboard.x values (1) on conflict do update set a = 1 where b < clock_timestamp()',
    ],
  },
  {
    reason: 'Citus rejects stable functions of columns in UPDATE and DELETE: compare the column itself',
    pattern: new RegExp(String.raw`${change(tables)}\b(?:${stable})\([^()]*\b[a-z]\w*\.\w+`, 'g'),
    examples: [
      'x\nupdate corkboard.webhook_endpoints e set notice_due_at = null\n where corkboard.iso(e.notice_due_at) = p_at',
    ],
  },
  {
    reason: 'Citus locks the rows of one workspace: change one row after the other',
    pattern: /\bfrom\s+\w+\([^;]*?\bjoin corkboard\.[^;]*?\bfor (no key )?update of\b/g,
    examples: [
      'begin\n  perform 1 from unnest(p_ids) u (id) join corkboard.clients c on c.id = u.id\n   for no key update of c;',
    ],
  },
  {
    reason:
      'Citus plans no parameters of SQL-language functions over distributed tables: write it in PL/pgSQL',
    pattern: new RegExp(
      String.raw`create or replace (function|procedure) corkboard\.\w+\((?!\))[^$]*?\blanguage sql\b(?=[\s\S]*\bcorkboard\.(${tables})\s)`,
      'g',
    ),
    examples: [
      'x\ncreate or replace function corkboard.named(p_workspace uuid) returns text\nlanguage sql stable\nas $$ select c.name from corkboard.clients c $$',
    ],
  },
  {
    reason: 'Citus has no INSERT in a WITH clause: insert in a statement of its own',
    pattern: new RegExp(String.raw`\bas (materialized )?\(\s*insert into corkboard\.(${tables})\b`, 'g'),
    examples: [
      'x\nwith made as (insert into corkboard.webhook_claims select 1 returning *) select 1 from made',
    ],
  },
  {
    // Tables of an installation on Citus are distributed when a migration runs.
    reason: 'Citus passes on the whole file: alter tables in a DO block',
    pattern: /(?<=\n)alter table\b/g,
    examples: ['x\nalter table corkboard.clients add column nickname text;'],
  },
  {
    reason: 'Citus passes it on as a condition: CASE WHEN x = y',
    pattern: /(?<=\bupdate corkboard\.\w+ (\w+)\b[^;]*)\bcase \1\.\w+ when\b/g,
    examples: ["x\nupdate corkboard.clients c set name = case c.name when 'a' then 'b' end;"],
  },
  {
    reason: 'Citus 13 crashes: take the element into a variable before',
    pattern: /(?<=\bupdate corkboard\.\w+ [^;]*)\b[pv]_\w+\[/g,
    examples: ['x\nupdate corkboard.clients c set name = p_names[1];'],
  },
  {
    reason: 'Citus has no subqueries in policies',
    pattern: /\bcreate policy\b[^;]*\(\s*select\b/g,
    examples: ['x\ncreate policy workspace on corkboard.clients using (workspace_id = (select 1))'],
  },
  {
    reason: 'Citus 13.2 crashes if a condition of this join is null: add the missing rows by UNION ALL',
    pattern: new RegExp(
      String.raw`\bfrom\s+(\w+\.)?\w+\((?:(?!\bfrom\b)[^;])*?\bleft join corkboard\.(${tables})\b`,
      'g',
    ),
    examples: [
      'x\n select 1 from generate_series(now(), later()) h (hour_at)\n left join corkboard.clients c on c.created_at = h.hour_at',
    ],
  },
  {
    reason: 'Citus finds no shard in a subquery or an outer join without the caller’s workspaceId',
    pattern: ({ path }) =>
      /^src\/(console|operations|records)\//.test(path)
        ? /\bworkspace_id = (?!row\.)"?\w+"?\.(workspace_id|id)\b/g
        : null,
    examples: [
      'x\n  select 1 from corkboard.projects p where p.workspace_id = c.workspace_id and p.client_id = c.id',
    ],
  },
  {
    reason: 'Citus finds no shard by an endpoint alone: name the workspace before it',
    pattern: /(?<!\bworkspace_id = (?:\S+|coalesce\(\w+, \S+) and )\b\w+\.endpoint_id = \w+\.id\b/g,
    examples: ['x\n select count(*) from corkboard.webhook_deliveries d where d.endpoint_id = e.id'],
  },
  {
    reason:
      'Citus finds no shard by a row beside it: name p_workspace, or coalesce(v_workspace, …) for p_workspaces',
    pattern: ({ text }) => {
      const [, name] =
        /\bcreate or replace function corkboard\.(\w+)[^$]*?\bp_workspaces?\b/.exec(text) ?? [];
      // Where the workspace may be null, all shards are asked.
      if (name === undefined || text.includes('coalesce(p_workspace,')) return null;
      const rows = [...text.matchAll(/\b(?:from|join|update|using) corkboard\.\w+ (?:as )?(\w+)/g)];
      const alias = rows.map(([, row]) => row).join('|');
      return alias === ''
        ? null
        : new RegExp(
            String.raw`\b(${alias})\.workspace_id = (?!v_|p_|${name}\b)\w+\.workspace_id|(?<!workspace_id = .*)\b(${alias})\.ctid = `,
            'g',
          );
    },
    examples: [
      'create or replace function corkboard.f(p_workspaces uuid[]) as $$ select 1 from unnest(p_workspaces) j (workspace_id),\n lateral (select 1 from corkboard.clients c where c.workspace_id = j.workspace_id)',
      'create or replace function corkboard.f(p_workspace uuid) as $$ delete from corkboard.sessions s\n where s.ctid = any (array(x))',
    ],
  },
  {
    reason: 'Citus passes the row of a part of the table, of another type: row(x.*)::corkboard.t',
    pattern: ({ path, text }) => {
      const rows = [...text.matchAll(/\b(?:from|join) corkboard\.\w+ (\w+)\b(?! \()/g)];
      const names = rows.map(([, name]) => name).filter(name => !/^(cross|where|join|on|left)$/.test(name!));
      return names.length === 0 || !path.endsWith('.sql')
        ? null
        : new RegExp(String.raw`\bcorkboard\.\w+\((?:[^();]*, )?(${names.join('|')})(, [^();]*)?\)`, 'g');
    },
    examples: [
      'select 1 from corkboard.webhook_endpoints e\n cross join lateral corkboard.live_secrets(e) s',
    ],
  },
];

let rules: Rule[];

test.serial.before(async () => {
  const [names] = await w.sql(`
    select (select string_agg(c.relname, '|') from pg_class c
             where c.oid in (select corkboard.tenant_tables() union select 'corkboard.workspaces'::regclass)) as tables,
           string_agg(distinct 'corkboard\\.' || p.proname, '|') filter (where p.provolatile = 'v')
             || '|clock_timestamp|gen_random_uuid|random|timeofday' as volatile,
           string_agg(distinct 'corkboard\\.' || p.proname, '|') filter (where p.provolatile = 's')
             || '|to_char|date_trunc|json_build_object|jsonb_build_object' as stable
      from pg_proc p
     where p.pronamespace = 'corkboard'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`);
  rules = rulesFor(names);
});

/** What the sources contain that Citus rejects, as `path:line: reason`. */
const judge = (judged: Source[]): string[] =>
  judged.flatMap(source =>
    rules.flatMap(({ reason, pattern }) => {
      const form = pattern instanceof RegExp ? pattern : pattern(source);
      const found = form === null ? [] : [...source.text.matchAll(form)];
      return found.map(
        ({ index }) => `${source.path}:${source.text.slice(0, index).split('\n').length}: ${reason}`,
      );
    }),
  );

test('no statement has a shape that Citus is known to reject', t => {
  t.true(sources.length > 200);
  t.deepEqual(judge(sources), []);
});

test('a statement that Citus rejects is found, with its line', t => {
  for (const { reason, examples } of rules)
    for (const text of examples) {
      const path = reason.includes('caller’s workspaceId') ? 'src/operations/new.ts' : 'new.sql';
      t.deepEqual(judge([{ path, text }]), [`${path}:2: ${reason}`], text);
    }
});

test('what Citus accepts is not rejected', t => {
  const text = `create or replace function corkboard.number() returns integer
    language sql as $$ select count(*) from corkboard.clients c $$;
    v_now := clock_timestamp(); update corkboard.clients c set trashed_at = v_now;
    update corkboard.worker_pools p set seen_at = clock_timestamp();
    create policy workspace on corkboard.clients using (workspace_id = corkboard.current_workspace());`;
  t.deepEqual(judge([{ path: 'new.sql', text }]), []);
});
