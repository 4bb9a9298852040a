import type pg from 'pg';
import { type Account, account } from '../../test/support/account.ts';
import { Browser } from '../../test/support/browser.ts';
import { signIn } from '../../test/support/session.ts';
import type { SeededWorkspace } from '../seed/workspaces.ts';
import type { Mailbox } from './mailbox.ts';

/** A web process under attack, and the resources that attacks use. */
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

/** The effect of an attack on others. */
export interface Harm {
  /** The responses to others, and how fast they were. */
  measured: string;
  /** Whether the goal is reached. */
  holds: boolean;
}

/** An attack by outsiders, which must not affect others. */
export interface Attack {
  attack: string;
  /** What others do meanwhile, and the responses that they must get. */
  goal: string;
  run: (site: Site) => Promise<Harm>;
}

/** Measures how long `work` takes, in ms. Returns that and the result. */
export async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}
