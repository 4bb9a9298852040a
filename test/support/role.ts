import type pg from 'pg';

// The service is tested as it is to be run: as corkboard_app, a role that owns nothing and bypasses nothing
// (sql/grants/app.sql), and not as the owner, whom no policy holds back.

const role = 'corkboard_app';
/** Its password, which no log may say either (leaks.ts). */
export const password = 'of the tests alone';

/** Lets the role in for the tests. A database that is migrated from then on grants it what it needs. */
export const openRole = (admin: pg.Client) =>
  admin.query(
    `do $$ begin
       if to_regrole('${role}') is null then create role ${role}; end if;
       alter role ${role} login nosuperuser nobypassrls password '${password}';
     end $$`,
  );

/** Shuts it out again: nobody else should know a password of it. */
export const closeRole = (admin: pg.Client) => admin.query(`alter role ${role} nologin`);

/** The address of a database as that role. */
export const asService = (databaseUrl: string) =>
  Object.assign(new URL(databaseUrl), { username: role, password }).href;
