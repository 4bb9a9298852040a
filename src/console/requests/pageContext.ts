import type { RecordedChange } from '../../errors/failure.ts';
import type { Html } from '../html/html.ts';
import type { Person } from '../sessions/person.ts';

/** The values in the address of a page. */
export interface PageAddress {
  /** The values of the path's parameters, such as `:id`. */
  params: Record<string, string>;
  search: URLSearchParams;
}

/** An error message about a form. */
export interface Message {
  text: string;
  /** The name of the form's field beside which it is shown; undefined if it isn't about one field. */
  field?: string | undefined;
  /** The page on which a reached limit can be raised. */
  upgradeUrl?: string | undefined;
}

/** A text that was typed into the field at a path. */
export interface TypedText {
  path: string;
  label: string;
  text: string;
}

/** A form that was rejected, for the page that shows it again. */
export interface RejectedForm {
  /** The path that the form was sent to, which identifies it on the page. */
  path: string;
  /** The values as they were sent. */
  values: URLSearchParams;
  /** Of those, the texts that a person typed. */
  texts?: readonly TypedText[];
  messages: readonly Message[];
  /** 409 if the record changed meanwhile; 200 if the form is only shown again, rearranged or calculated. */
  status: 200 | 409 | 422;
  /** Changes by others since the page was shown, oldest first. */
  changes?: readonly RecordedChange[] | undefined;
  /** The link to the page that asks for a new code, if only that is missing. */
  confirmation?: Html;
}

/** The request, as passed to a page's view. */
export interface PageContext extends PageAddress {
  person: Person;
  /** The page's path and query. */
  here: string;
  /** The origin of the console, as the browser sees it: `https://console.example`. */
  origin: string;
  /** Whether emails are sent; otherwise no mail server is set up, and they are only logged. */
  sendsMail: boolean;
  /** Whether the machines that make PDFs have fonts for scripts that ours lack. */
  hasExtraFonts: boolean;
  /** The form that the person just sent, if it was rejected. */
  rejected?: RejectedForm | undefined;
}
