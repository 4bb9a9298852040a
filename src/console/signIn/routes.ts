import type { Request, Route } from '../../http/handler.ts';
import type { ConsoleResources } from '../requests/console.ts';
import { redirect } from '../requests/reply.ts';
import { codePage, signInByCode } from './code.ts';
import { answerInvitation, invitationPage, invitationPath } from './invitation.ts';
import { linkPage, signInByLink } from './link.ts';
import { confirmPage, emailPage, requestReauthentication, requestSignIn } from './request.ts';
import { signOut } from './signOut.ts';

/** The longest address to open after sign-in, because it is part of an email. */
const maxNextLength = 2000;

/** The routes of sign-in and sign-out. `isPage` tells whether an address is a page of the console, which may follow sign-in. */
export function signInRoutes(resources: ConsoleResources, isPage: (address: string) => boolean): Route[] {
  const next = (wanted: string | null) =>
    wanted !== null && wanted.length <= maxNextLength && isPage(wanted) ? wanted : '/';
  const onwards = (req: Request) => next(new URLSearchParams(req.search ?? '').get('next'));
  return [
    { method: 'GET', pattern: '/sign-in', handler: emailPage(onwards) },
    { method: 'POST', pattern: '/sign-in', handler: requestSignIn(resources, next) },
    { method: 'GET', pattern: '/sign-in/confirm', handler: confirmPage(resources, onwards) },
    { method: 'POST', pattern: '/sign-in/confirm', handler: requestReauthentication(resources, next) },
    { method: 'GET', pattern: '/sign-in/code', handler: codePage(onwards) },
    { method: 'POST', pattern: '/sign-in/code', handler: signInByCode(resources, next) },
    { method: 'GET', pattern: '/sign-in/:token', handler: linkPage(resources) },
    { method: 'POST', pattern: '/sign-in/:token', handler: signInByLink(resources) },
    { method: 'GET', pattern: invitationPath, handler: invitationPage(resources) },
    { method: 'POST', pattern: invitationPath, handler: answerInvitation(resources, 'accept') },
    {
      method: 'POST',
      pattern: `${invitationPath}/decline`,
      handler: answerInvitation(resources, 'decline'),
    },
    { method: 'GET', pattern: `${invitationPath}/decline`, handler: invitationPage(resources) },
    { method: 'POST', pattern: '/sign-out', handler: signOut(resources) },
    { method: 'GET', pattern: '/sign-out', handler: async (req, res) => redirect(req, res, '/') },
  ];
}
