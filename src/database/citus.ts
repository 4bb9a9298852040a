import type pg from 'pg';

// What is different on a database with the Citus extension (docs/citus.md).

type Client = Pick<pg.ClientBase, 'query'>;

export async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select 1 from pg_extension e where e.extname = 'citus') as is_there`,
  );
  return rows[0].is_there;
}

/**
 * Drops the views of a database that Citus distributes; the release creates them again afterwards. Citus replaces no
 * function and changes no table if a view depends on both.
 */
export async function dropDistributedViews(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select to_regproc('corkboard.drop_distributed_views') is not null as is_known`,
  );
  if (rows[0].is_known) await client.query('call corkboard.drop_distributed_views()');
}

/** Runs the statements of files one by one, because Citus passes some of them on to the other nodes as they were sent. */
export async function runOneByOne(client: Client, files: readonly string[]): Promise<void> {
  // Triggers write only rows of their own row's workspace, which Citus can't know.
  await client.query('set local citus.enable_unsafe_triggers = on');
  for (const statement of files.flatMap(statementsOf))
    await client.query(forOneWorkspace(withTypedRows(withWorkspaces(inPlpgsql(statement)))));
}

/**
 * Rewrites a statement that creates a set-returning SQL function, so that the function is in PL/pgSQL; returns any other
 * statement unchanged. Citus can't plan the parameters of SQL functions. PostgreSQL can, and inlines them, which is faster.
 */
const inPlpgsql = (statement: string): string =>
  statement.replace(
    /(create or replace function [^$]*\breturns (?:setof|table)\b[^$]*\blanguage )sql\b([^$]*)\$\$([\s\S]*)\$\$/,
    (_, head, settings, query) => `${head}plpgsql${settings}$$\nbegin\n  return query${query};\nend\n$$`,
  );

/**
 * Names the workspace beside an endpoint: its id is unique, so that one server finds its rows by an index of it alone, but
 * Citus needs the workspace.
 */
const withWorkspaces = (statement: string): string =>
  statement.replaceAll(
    /\b(\w+)\.endpoint_id = (\w+)\.id\b/g,
    '$1.workspace_id = $2.workspace_id and $1.endpoint_id = $2.id',
  );

/**
 * Names the type of each row of a table that a function takes whole. Citus would pass the row of a part of the table, which
 * is of another type.
 */
function withTypedRows(statement: string): string {
  const tables = new Map(
    [...statement.matchAll(/\b(?:from|join) (corkboard\.\w+) (\w+)/g)].map(([, table, row]) => [row, table]),
  );
  const typed = (argument: string) =>
    tables.has(argument) ? `row(${argument}.*)::${tables.get(argument)}` : argument;
  return statement.replaceAll(
    /(\bcorkboard\.\w+)\(([^()]+)\)/g,
    (_, called, given) => `${called}(${given.split(', ').map(typed).join(', ')})`,
  );
}

/**
 * Rewrites a function of a workspace (`p_workspace`) or of many (`p_workspaces`), so that each of its statements names one
 * workspace for each table; returns any other statement unchanged, and one whose workspace may be null. Citus finds the shard
 * by that name, and changes rows of one shard only. On Citus a function of many workspaces is called for one at a time.
 */
function forOneWorkspace(statement: string): string {
  const [, parameter] =
    /\bcreate or replace function corkboard\.\w+\([^$]*?\b(p_workspaces|p_workspace(?= uuid(?! default)))\b/.exec(
      statement,
    ) ?? [];
  if (parameter === undefined || /\bp_workspace is null\b/.test(statement)) return statement;
  const workspace = parameter === 'p_workspaces' ? 'p_workspaces[1]' : parameter;
  return statement
    .replaceAll(/\b(workspace_id|[sw]\.id) = (any \(p_workspaces\)|\w+\.workspace_id)/g, `$1 = ${workspace}`)
    .replaceAll(
      /(?<!workspace_id = \S+\s+and )\b(\w+)\.ctid = /g,
      `$1.workspace_id = ${workspace} and $1.ctid = `,
    )
    .replace(/^set plan_cache_mode = force_generic_plan\n/m, '');
}

/** The statements of a file. */
const statementsOf = (text: string): string[] =>
  text
    .match(/(?:(\$\w*\$)[\s\S]*?\1|'[^']*'|"[^"]*"|--.*|[^;])+/g)!
    .filter(statement => /\S/.test(statement));
