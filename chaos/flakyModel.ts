import { answer, inScope, type Model, model } from '../test/support/model.ts';
import type { Random } from './random.ts';

/**
 * A model that usually returns a verdict soon, and otherwise answers late, with nonsense, with an error or not at all.
 */
export async function flakyModel(random: Random): Promise<Model> {
  const asked = await model();
  asked.behaves(res => {
    const mood = random.next();
    if (mood < 0.7) setTimeout(() => answer(res, inScope), random.between(20, 800));
    else if (mood < 0.8) setTimeout(() => answer(res, inScope), random.between(5_000, 20_000));
    else if (mood < 0.87) answer(res, 'In scope, I would say.');
    else if (mood < 0.95) res.writeHead(500).end();
    else res.destroy();
  });
  return asked;
}
