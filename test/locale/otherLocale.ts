// Imported first by the files of this folder, which run the tests of other files again: their databases are clones of the
// template in another locale, where lower() maps letters beyond ASCII, some of them to ASCII letters. test/run.ts prints
// which locale it is.
process.env.CORKBOARD_TEST_TEMPLATE = process.env.CORKBOARD_TEST_OTHER_TEMPLATE;
