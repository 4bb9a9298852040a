import type { Action, Context, Row, Run } from './define.ts';

/** Does an action: runs its query by `run`, with what comes before and after it. */
export async function runAction(
  { prepare, finish }: Action,
  run: Run,
  input: Row,
  context: Context,
): Promise<object> {
  const answer = await run(await prepare?.(input, context));
  return finish ? finish(answer, input, context) : answer;
}
