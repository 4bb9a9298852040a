import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import { signInTenant } from '../../database/tenantCache.ts';
import type { Handler } from '../../http/handler.ts';
import { readForm } from '../forms/formBody.ts';
import { type ConsoleResources, sessionOf } from '../requests/console.ts';
import { redirect } from '../requests/reply.ts';
import { cookie, hashOf, workspaceIn } from '../sessions/session.ts';

/** Ends the session, in the database and in the browser. */
export function signOut(resources: ConsoleResources): Handler {
  const { database, isSecure } = resources;
  return async (req, res) => {
    await readForm(resources, req, res);
    const token = sessionOf(resources, req);
    const session = sql.binary(hashOf(token));
    const query = sql.type(z.object({}))`
      select 1 from corkboard.sign_out(${session}, ${workspaceIn(token)}::uuid)`;
    await database.for(req.deadline, signInTenant).one(prepared(query));
    res.setHeader('Set-Cookie', cookie('corkboard', '', isSecure));
    redirect(req, res, '/sign-in');
  };
}
