import { z } from 'zod';
import { leftOutIfBlank, notBlank, storableText } from './text.ts';

/** An id as it leaves. */
export const id = z.uuid();

/**
 * An id as it comes in. Any text will do: one that is no UUID names no record, which is not_found and
 * not a fault of form (decisions: Requests).
 */
export const recordId = storableText()
  .refine(...notBlank)
  .meta({ format: 'uuid' });

/** The id that a list is narrowed by. One that names no record leaves nothing of the list. */
export const filterId = leftOutIfBlank(storableText());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id as the database takes it: null, which equals no id, where it is no UUID. */
export const asUuid = (id: string): string | null => (uuid.test(id) ? id : null);
