import type { z } from 'zod';
import { setClient } from '../actions/client.ts';

/** The input of a client's change, which has the checks of each field. */
export const clientInput = setClient.input;

/** A field of a client that a column can have. */
export type ClientField = string;

/** The fields of a client that a column can have: those that a person can change. */
export const clientFields: readonly ClientField[] = Object.keys(clientInput.shape);

/** What several columns of the same field are joined by; fields that aren't here come from one column. */
export const joinedBy: Readonly<Record<ClientField, string>> = {
  name: ' ',
  contactName: ' ',
  addressLines: '\n',
  address: '\n',
  notes: '\n',
};

/** The values of a field that has a closed list of them; undefined if it has none. */
export function valuesOf(field: ClientField): readonly string[] | undefined {
  let schema = clientInput.shape[field] as z.ZodType | undefined;
  while (schema) {
    const { innerType, entries } = schema.def as unknown as { innerType?: z.ZodType; entries?: object };
    if (entries) return Object.values(entries);
    schema = innerType;
  }
  return undefined;
}
