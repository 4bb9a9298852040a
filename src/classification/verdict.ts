import { z } from 'zod';
import { RevisionClassification } from '../records/work.ts';
import { cut } from '../vocabulary/cut.ts';
import { oneLine } from '../vocabulary/text.ts';

export type Classification = z.infer<typeof RevisionClassification>;

/** The most characters of a text in a verdict: far more than the one or two sentences asked for, and all that the columns hold. */
const maxCharacters = 2000;

/** A model's text as one line for people. A verdict is none the worse for a long reason, which is cut. */
const words = z
  .string()
  .transform(text => cut(oneLine(text), maxCharacters))
  .pipe(z.string().min(1));

const Verdict = z.object(RevisionClassification.shape).extend({
  reason: words,
  // Models write an empty question where they have none.
  question: z.preprocess(text => (typeof text === 'string' ? text.trim() || null : text), words.nullish()),
});

const Completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

const { $schema, ...schema } = z.toJSONSchema(RevisionClassification);

/** The JSON schema for the model's answer, for servers that can hold it to one. Without `$schema`, which some servers refuse. */
export const verdictSchema = schema;

/** The verdict in a chat completion; null where it holds none, whatever else it may be. */
export function readVerdict(completion: unknown): Classification | null {
  const parsed = Completion.safeParse(completion);
  if (!parsed.success) return null;
  const answer = Verdict.safeParse(parseJson(parsed.data.choices[0].message.content));
  if (!answer.success) return null;
  const { verdict, reason, question } = answer.data;
  if (verdict !== 'needs_question') return { verdict, reason, question: null };
  return question ? { verdict, reason, question } : null;
}

/** Undefined where the text is no JSON. Small models put theirs between fences, though told not to. */
export function parseJson(text: string): unknown {
  const [, fenced] = /^\s*```(?:json)?\n(.*)\n```\s*$/s.exec(text) ?? [];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}
