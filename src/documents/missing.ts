/** What a document lacks, in words, with the field that mends it. */
export interface Missing {
  /** The field's name, as forms have it. */
  field: string;
  /** A sentence. */
  message: string;
  /** Whose field it is. */
  of: 'workspace' | 'client' | 'project' | 'invoice';
}
