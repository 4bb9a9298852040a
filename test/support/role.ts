import type pg from 'pg';

// The tests and benchmarks run the service as production should: as corkboard_app, a role that owns nothing and bypasses
// no policy (sql/grants/app.sql), and not as the owner, to whom no policy applies.

const role = 'corkboard_app';
/** The role's password, which no log may contain either (leaks.ts). */
export const password = 'of the tests alone';

/** Lets the role log in during the tests. Databases that are migrated after this grant it what it needs. */
export const openRole = (admin: pg.Client) =>
  admin.query(
    `do $$ begin
       if to_regrole('${role}') is null then create role ${role}; end if;
       alter role ${role} login nosuperuser nobypassrls password '${password}';
     end $$`,
  );

/** Ends that: the role may not keep a password that is in the repository. */
export const closeRole = (admin: pg.Client) => admin.query(`alter role ${role} nologin`);

/** The address of a database as that role. */
export const asService = (databaseUrl: string) =>
  Object.assign(new URL(databaseUrl), { username: role, password }).href;
