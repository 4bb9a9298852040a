import type pg from 'pg';

// The tests and benchmarks run the service as production should: as corkboard_app, a role that owns nothing and
// bypasses no policy (sql/grants/app.sql). No policy would apply to the owner.

const role = 'corkboard_app';
/** The role's password, which leaks.ts looks for in logs. */
export const password = 'of the tests alone';

/** Allows the role to log in during the tests. Databases that are migrated afterwards grant it its privileges. */
export const openRole = (admin: pg.Client) =>
  admin.query(
    `do $$ begin
       if to_regrole('${role}') is null then create role ${role}; end if;
       alter role ${role} login nosuperuser nobypassrls password '${password}';
     end $$`,
  );

/** Forbids the role to log in again, because its password is in the repository. */
export const closeRole = (admin: pg.Client) => admin.query(`alter role ${role} nologin`);

/** The address of a database, with that role as the user. */
export const asService = (databaseUrl: string) =>
  Object.assign(new URL(databaseUrl), { username: role, password }).href;
