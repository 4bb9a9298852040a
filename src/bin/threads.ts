/**
 * Makes libuv's thread pool large enough. Entry points import this first, before anything uses the pool. Look-ups of
 * names may occupy half of its threads (libuv's own limit), each for as long as a silent name server lets it wait; four
 * threads, the default, would allow two look-ups in the whole process. The start commands set the same number, because
 * Node does not promise that it can be set from inside (test/deployment.test.ts compares them).
 */
process.env.UV_THREADPOOL_SIZE ??= '64';
