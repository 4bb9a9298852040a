import type { Person } from '../sessions/person.ts';
import { html, type Value } from './html.ts';

/**
 * How pages name an actor of the audit log: a member by name, with the address as title. Anyone else, and a member without a name,
 * is named as stored.
 */
export function personName(actor: string, { names }: Pick<Person, 'names'>): Value {
  const name = names.get(actor);
  return name === undefined ? actor : html`<bdi title="${actor}">${name}</bdi>`;
}

/** The same where a page allows no markup, as in options. */
export const nameOrAddress = (actor: string, { names }: Pick<Person, 'names'>): string =>
  names.get(actor) ?? actor;

/** Someone who recorded what a client decided: a member, or the operator. */
export const recorderName = (recordedBy: string, person: Pick<Person, 'names'>): Value =>
  recordedBy === 'operator' ? 'the operator' : personName(recordedBy, person);
