import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import { signInTenant } from '../../database/tenantCache.ts';
import type { Handler } from '../../http/handler.ts';
import { readForm } from '../forms/formBody.ts';
import { type Console, sessionOf } from '../routing/console.ts';
import { sendOn } from '../routing/reply.ts';
import { cookie, hashOf } from '../sessions/session.ts';

/** Ends the session, in the database and in the browser. */
export function signOut(given: Console): Handler {
  const { database, isSecure } = given;
  return async (req, res) => {
    await readForm(given, req, res);
    const session = sql.binary(hashOf(sessionOf(given, req)));
    await database
      .for(req.deadline, signInTenant)
      .one(prepared(sql.type(z.object({}))`select from corkboard.sign_out(${session})`));
    res.setHeader('Set-Cookie', cookie('corkboard', '', isSecure));
    sendOn(req, res, '/sign-in');
  };
}
