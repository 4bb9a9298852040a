import { buildNumberOf } from './buildNumber.ts';
import type { Client } from './client.ts';
import { sqlFiles } from './sqlFolder.ts';

/** A later version than this one, which has brought the database up to date. */
export interface LaterVersion {
  /** A sentence that names it, without the full stop. */
  sentence: string;
  /** Why the processes of this version can't work on the database; null if they can. */
  problem: string | null;
}

/** The later version of the database; null if the version with this folder of SQL files is the latest one there. */
export async function laterVersion(client: Client, sqlFolder: string): Promise<LaterVersion | null> {
  const number = buildNumberOf(sqlFolder);
  // The latest version is the one whose release ran last, because --force makes an older one the latest.
  const { rows } = await client.query(
    `select latest.build_number, to_char(latest.released_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as released_at,
            exists (select 1 from corkboard.releases r where r.build_number = $1) as is_known
       from (select r.* from corkboard.releases r order by r.released_at desc limit 1) latest
      where latest.build_number > $1`,
    [number],
  );
  if (rows.length === 0) return null;
  const [{ build_number, released_at, is_known }] = rows;
  return {
    sentence: `A later version has brought the database up to date (build ${build_number}, released ${released_at}; this is build ${number})`,
    problem: is_known ? await lostFunction(client, sqlFolder) : 'it was never brought up to this version',
  };
}

/** A function of the version that the database no longer has, as a clause that says so; null if it has all. */
async function lostFunction(client: Client, sqlFolder: string): Promise<string | null> {
  const files = [...sqlFiles('functions', sqlFolder), ...sqlFiles('queue', sqlFolder)];
  const { rows } = await client.query(lost, [files.flatMap(({ text }) => signatures(text))]);
  return rows.length === 0 ? null : `it no longer has ${rows[0].signature}`;
}

/** The name and the types of arguments of each function of a file, as its comment has them. */
const signatures = (text: string): string[] =>
  text
    .split(/^comment on (?:function|procedure) /m)
    .slice(1)
    .map(comment => comment.slice(0, comment.indexOf(')') + 1));

/** Calls fit a function that has their types first, and then only arguments with defaults. */
const lost = `
  select f.signature
    from unnest($1::text[]) f (signature)
    cross join lateral (select regexp_match(f.signature, '\\.(\\w+)\\((.*)\\)') as part) s
    cross join lateral (
      select array(select to_regtype(a.name)::oid
                     from unnest(string_to_array(s.part[2], ',')) with ordinality a (name, place)
                    order by a.place) as types) t
   where not exists (
           select 1 from pg_proc p
            where p.pronamespace = 'corkboard'::regnamespace and p.proname = s.part[1]
              and (p.proargtypes::oid[])[0:cardinality(t.types) - 1] = t.types
              and p.pronargs - p.pronargdefaults <= cardinality(t.types))
   order by f.signature
   limit 1`;
