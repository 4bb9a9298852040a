import { type FragmentSqlToken, sql } from 'slonik';
import type { z } from 'zod';
import type { Field } from '../forms/fields.ts';
import type { RejectedForm } from '../forms/rejectedForm.ts';
import { type Html, html } from '../html/html.ts';

// A page that a client opens by a link that was sent to them. Nobody signs in there, and whoever has the link is its
// client: it shows what was meant for the client and nothing else of the workspace.

/** What a link is opened with. */
interface LinkVisit {
  token: string;
  /** Whether somebody looks: a browser's window went there, and nothing fetched it beforehand. */
  isPageView: boolean;
  /** SHA-256 of the session in the browser, if there is one: a member's look at what they sent does not count. */
  session: Buffer;
}

/** A client on a page. */
export interface SharePageContext {
  /** The page's own path. */
  here: string;
  /** The form that they sent last, if it was rejected. */
  rejected?: RejectedForm | undefined;
}

/** The one thing that a client does on a page. */
export interface ClientPost {
  /** `approve`: the last part of its path. */
  verb: string;
  button: string;
  fields: readonly Field[];
  input: z.ZodObject;
  /** The name that the client gives, for the audit log. */
  nameOf: (input: Record<string, unknown>) => string | null;
  /** What the client had in front of them, in the form that sql/functions/share_links/begin_client_action.sql takes; null: nothing that changes. */
  seenOf: (input: Record<string, unknown>) => string | null;
  /** A query of one row, on `begun` (sql/functions/share_links/begin_client_action.sql). */
  sqlCall: (input: Record<string, unknown>, from: Sender) => FragmentSqlToken;
}

/** The project that a client's form is about. */
export const projectBegun = sql.fragment`begun.project_id`;

/** Where a form came from. */
interface Sender {
  /** The client's address, as far as our own proxies tell. */
  address: string;
  /** What the browser calls itself. */
  browser: string | null;
}

/** A page behind a share link. `Row`: the columns of what it reads. */
// biome-ignore lint/suspicious/noExplicitAny: each page says what its own query answers.
export interface SharePage<Row = any> {
  /** The prefix of its paths, and what sql/functions/share_links/find_share_link.sql calls it. */
  page: 'intake' | 'scope' | 'contract' | 'invoice';
  /** What finds `link`, as corkboard.find_share_link does: from then on the transaction sees the workspace's rows. */
  finds?: (look: LinkVisit) => FragmentSqlToken;
  /** A query of one row, on `link`. It finds every table by the link's workspace: only that makes PostgreSQL read it after the link. */
  reads: FragmentSqlToken;
  view: (row: Row, guest: SharePageContext) => { title: string; body: Html };
  post?: ClientPost;
}

/** Defines a page behind a share link. */
export const sharePage = <Row>(given: SharePage<Row>): SharePage => given;

/**
 * What the client did, above everything else on the page: on a phone the end of a document is out of view when the page
 * opens again after the form. Print leaves it out, for the document says it too. Null where nothing was done yet.
 */
export const confirmation = (done: Html | null): Html | null =>
  done === null ? null : html`<p class="notice" role="status">${done}</p>`;
