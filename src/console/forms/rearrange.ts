// Buttons of a form that perform no action: the page shows the form again as it was typed, with its rows rearranged or
// with calculated totals. They work without scripts.

/** The name of these buttons. */
export const rearrangeName = 'rearrange';

/** The value of the button that only requests a calculation from the form. */
export const calculate = 'calculate';

export type Move = 'remove' | 'up' | 'down';

/** The value of the button that moves or removes a row of a field. */
export const moveOf = (move: Move, field: string, row: number): string => `${move}.${field}.${row}`;

/** Whether the pressed button only asks to show the form again. */
export const isRearranged = (form: URLSearchParams): boolean => form.has(rearrangeName);

/** Whether the form requests a calculation. */
export const isCalculated = (form: URLSearchParams): boolean => form.get(rearrangeName) === calculate;

/** The values of a form after the row of its pressed button was moved or removed. Other forms stay as they are. */
export function rearranged(form: URLSearchParams): URLSearchParams {
  const [, move, list, number] =
    /^(remove|up|down)\.(\w+)\.(\d{1,3})$/.exec(form.get(rearrangeName) ?? '') ?? [];
  if (move === undefined) return form;
  const row = Number(number);
  const target = move === 'up' ? row - 1 : row + 1;
  if (target < 0) return form;
  /** The new number of a row; null: it is removed. */
  const moved = (at: number): number | null => {
    if (move === 'remove') return at === row ? null : at > row ? at - 1 : at;
    return at === row ? target : at === target ? row : at;
  };
  return new URLSearchParams(
    [...form].flatMap(([name, text]): [string, string][] => {
      const [, field, at, column] = /^(\w+)\.(\d{1,3})\.(\w+)$/.exec(name) ?? [];
      if (field !== list) return [[name, text]];
      const to = moved(Number(at));
      return to === null ? [] : [[`${field}.${to}.${column}`, text]];
    }),
  );
}
