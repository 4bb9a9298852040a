/** Stops everything that was started, in reverse order. */
export class Endings {
  readonly #steps: (() => unknown)[] = [];
  #ended: Promise<void> | null = null;

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  end(): Promise<void> {
    this.#ended ??= this.#run();
    return this.#ended;
  }

  async #run(): Promise<void> {
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
