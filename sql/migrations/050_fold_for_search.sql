-- The console's search tells apart neither the kinds of apostrophes, quotation marks and dashes nor those of white space. The
-- entries of before are made again by the job index_records.

-- Most texts are ASCII, for which a third of the time is enough. In others NFKD turns most spaces into the ordinary one, and
-- full-width signs into usual ones; of the acute accent that stands alone it would make a space with an accent. The regular
-- expressions match only white space that isn't one ordinary space.
create or replace function corkboard.fold_for_search(value text) returns text
language sql immutable parallel safe strict
as $$
  select case when octet_length(value) = char_length(value) then
      regexp_replace(
        replace(upper(value collate "C"), '`', ''''), E'[ \t-\r]*[\t-\r][ \t-\r]*|  +', ' ', 'g')
    else
      regexp_replace(translate(
        replace(replace(regexp_replace(
          normalize(replace(corkboard.normalize_for_search(value), U&'\00B4', ''''), NFKD), U&'[\0300-\036F]', '', 'g'), 'Æ', 'AE'),
          'Œ', 'OE'),
        'ØŁĐĦŦÞ' || U&'\2018\2019\201A\201B\02B9\02BB\02BC\02BD\02C8\2032\A78C\055A`'
          || U&'\2010\2011\2012\2013\2014\2015\2043\2212' || U&'\201C\201D\201E\201F\00AB\00BB'
          || U&'\00AD\200B\200C\200D\200E\200F\2060\FEFF',
        'OLDHTT' || repeat('''', 13) || repeat('-', 8) || repeat('"', 6)),
        U&'[ \0009-\000D\0085\1680\2028\2029]*[\0009-\000D\0085\1680\2028\2029][ \0009-\000D\0085\1680\2028\2029]*|  +', ' ', 'g')
    end collate "C"
$$;
comment on function corkboard.fold_for_search(text) is
  'A text as the console''s search compares it: ignoring case and accents, with one kind of apostrophe, quotation mark and dash, and one space for each run of white space.';
