import type { z } from 'zod';
import { metaOf } from '../../../actions/define.ts';
import { type ClientField, clientFields, clientInput } from '../../../imports/clientFields.ts';
import type { Problem } from '../../../imports/clientLine.ts';
import { labelOf } from '../../forms/labels.ts';

/** The label of a client's field, as in the form that changes a client. */
export const fieldLabel = (field: ClientField): string =>
  metaOf(clientInput.shape[field] as z.ZodType).label ?? labelOf(field);

/** The fields of a client with their labels, as the options of a column. */
export const fieldOptions = clientFields.map(field => [field, fieldLabel(field)] as const);

/** What is wrong with a line, in a sentence. */
export const problemText = ({ field, rule }: Problem): string =>
  `${field === '' ? 'The line' : fieldLabel(field)} ${rule}.`;
