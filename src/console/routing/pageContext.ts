import type { RejectedForm } from '../forms/rejectedForm.ts';
import type { Person } from '../sessions/person.ts';

/** The values in the address of a page. */
export interface PageAddress {
  /** The values of the path's parameters, such as `:id`. */
  params: Record<string, string>;
  search: URLSearchParams;
}

/** The request, as passed to a page's view. */
export interface PageContext extends PageAddress {
  person: Person;
  /** The page's path and query. */
  here: string;
  /** The origin of the console, as the browser sees it: `https://console.example`. */
  origin: string;
  /** The form that the person just sent, if it was rejected. */
  rejected?: RejectedForm | undefined;
}
