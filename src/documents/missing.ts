/** A missing detail of a document, in words, with the field that mends it. */
export interface Missing {
  /** The field's name, as forms have it. */
  field: string;
  message: string;
  of: 'workspace' | 'client' | 'project' | 'invoice';
}

/** The messages of rules, each with whether it applies, by the field that mends it: `workspace.country`. */
export type Rules = Record<`${Missing['of']}.${string}`, Record<string, unknown>>;

/** Of each field the first message that applies. */
export function missingBy(rules: readonly Rules[]): Missing[] {
  const missing = new Map<string, Missing>();
  for (const [name, messages] of rules.flatMap(part => Object.entries(part))) {
    const [message] = Object.entries(messages).find(([, applies]) => applies) ?? [];
    const [of, field] = name.split('.') as [Missing['of'], string];
    if (message !== undefined && !missing.has(name)) missing.set(name, { field, message, of });
  }
  return [...missing.values()];
}
