import type { Problem } from '../../../imports/clientLine.ts';
import { type ClientField, clientFieldNames, clientFields } from '../../../records/clientFields.ts';
import { labelOf, rowName } from '../../forms/labels.ts';

/** The label of a client's field, as in the operator's command, or of a part of it, such as `contacts.0.email`. */
export function fieldLabel(path: string): string {
  const [field = '', at, part] = path.split('.');
  const label = clientFields[field as ClientField].label ?? labelOf(field);
  return part === undefined ? label : `${rowName({ label }, Number(at))}, ${labelOf(part)}`;
}

/** The fields of a client with their labels, as the options of a column. */
export const fieldOptions = clientFieldNames.map(field => [field, fieldLabel(field)] as const);

/** The fault of a line, in a sentence. */
export const problemText = ({ field, rule }: Problem): string =>
  `${field === '' ? 'The line' : fieldLabel(field)} ${rule}.`;
