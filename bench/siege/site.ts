import type pg from 'pg';
import { type Account, account } from '../../test/support/account.ts';
import { Browser } from '../../test/support/browser.ts';
import { signIn } from '../../test/support/session.ts';
import type { SeededWorkspace } from '../seed/workspaces.ts';
import type { Mailbox } from './mailbox.ts';

/** A web process under siege, and what an attack needs to know about it. */
export interface Site {
  port: number;
  baseUrl: string;
  db: pg.Pool;
  mailbox: Mailbox;
  /** A workspace that no other attack has used. */
  workspace(): Account;
  /** A browser of the owner of a workspace. */
  owner(studio: Account): Promise<Browser>;
}

export function siteOf(port: number, db: pg.Pool, mailbox: Mailbox, workspaces: SeededWorkspace[]): Site {
  const baseUrl = `http://127.0.0.1:${port}`;
  const free = [...workspaces];
  return {
    port,
    baseUrl,
    db,
    mailbox,
    workspace: () => {
      const { id, key } = free.shift()!;
      return account(baseUrl, db, id, key);
    },
    owner: async studio => new Browser(baseUrl, await signIn({ db }, studio.id)),
  };
}

/** What an attack did to others. */
export interface Harm {
  /** What they got, and how fast. */
  measured: string;
  /** Whether the goal is reached. */
  holds: boolean;
}

/** An attack by strangers, which others must not notice. */
export interface Attack {
  attack: string;
  /** What others do meanwhile, and what they must get. */
  goal: string;
  run: (site: Site) => Promise<Harm>;
}

/** How long something takes, in ms, and its result. */
export async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}
