import test from 'ava';
import { inTurn } from './inTurn.ts';

/** The file that imports this module, which is loaded once for each of them (grouped.ts). */
const file = new URL(import.meta.url).searchParams.get('file')!.replaceAll('/', ' › ');

/** ava's `test`, or one of its members, with the file's name before every title. */
function named<Declare extends (...args: any[]) => any>(declare: Declare): Declare {
  return new Proxy(declare, {
    apply: (_, __, [title, implementation, ...args]) =>
      typeof title === 'string'
        ? declare(`${file} › ${title}`, inTurn(implementation), ...args)
        : declare(title, implementation, ...args),
    get: (_, name) => {
      const member = Reflect.get(declare, name);
      return typeof member === 'function' ? named(member as Declare) : member;
    },
  });
}

export default named(test);
