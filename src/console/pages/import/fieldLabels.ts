import type { Problem } from '../../../imports/clientLine.ts';
import { type ClientField, clientFieldNames, clientFields } from '../../../records/clientFields.ts';
import { labelOf } from '../../forms/labels.ts';

/** The label of a client's field, as in the operator's command. */
export const fieldLabel = (field: string): string =>
  clientFields[field as ClientField].label ?? labelOf(field);

/** The fields of a client with their labels, as the options of a column. */
export const fieldOptions = clientFieldNames.map(field => [field, fieldLabel(field)] as const);

/** The fault of a line, in a sentence. */
export const problemText = ({ field, rule }: Problem): string =>
  `${field === '' ? 'The line' : fieldLabel(field)} ${rule}.`;
