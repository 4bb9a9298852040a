-- The functions that column defaults, generated columns, constraints and indexes use. They are here and not in
-- sql/functions, because replacing them would not change values that are already stored.

-- Version 7 (RFC 9562): milliseconds, then 12 bits of the microseconds, then random bits. Ids made
-- later sort later, which keeps the indexes compact. Only PostgreSQL 18 and later has a function of its own.
create function corkboard.uuid_v7() returns uuid
language plpgsql volatile parallel safe
as $$
declare
  v_micros bigint := extract(epoch from clock_timestamp()) * 1000000;
  v_bytes bytea := uuid_send(gen_random_uuid());
begin
  v_bytes := overlay(v_bytes placing substring(int8send(v_micros / 1000) from 3) from 1 for 6);
  v_bytes := overlay(v_bytes placing substring(int8send(7 << 12 | (v_micros % 1000) * 4096 / 1000) from 7) from 7 for 2);
  return encode(v_bytes, 'hex')::uuid;
end
$$;
comment on function corkboard.uuid_v7() is 'A new id: UUID version 7, ordered by time.';

-- 244 random bits from the server's strong source, in the URL-safe alphabet.
create function corkboard.new_share_token() returns text
language sql volatile parallel safe
as $$
  select translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')
$$;
comment on function corkboard.new_share_token() is 'The unguessable token of a new share link.';

-- First lower, then upper case: in this order ß, ẞ and SS become equal, and so do the sigmas. The Turkish İ keeps a
-- combining dot, which is removed. NFC unifies the two spellings of é; it comes last, because upper case may separate a
-- letter from its accent. ICU makes the result independent of the database's locale.
create function corkboard.normalize_for_search(value text) returns text
language sql immutable parallel safe strict
as $$
  select normalize(replace(upper(lower(value collate "und-x-icu") collate "und-x-icu"), U&'I\0307', 'I'), NFC) collate "C"
$$;
comment on function corkboard.normalize_for_search(text) is
  'A text as search compares it: ignoring case in every alphabet, in NFC.';

-- pg_trgm does not serve: in the locale C it ignores letters outside ASCII.
create function corkboard.ngrams(value text, shortest integer, longest integer) returns text[]
language plpgsql immutable parallel safe strict
as $$
declare
  v_grams text[] := '{}';
begin
  for size in shortest .. longest loop
    for i in 1 .. char_length(value) - size + 1 loop
      v_grams := v_grams || substr(value, i, size);
    end loop;
  end loop;
  return v_grams;
end
$$;
comment on function corkboard.ngrams(text, integer, integer) is
  'All substrings of a text with the given lengths. A text that contains another one contains its ngrams.';

-- Who can sign in to a workspace must not depend on the database's locale. In many locales lower() maps İ (U+0130) or the
-- Kelvin sign to an ASCII letter, so that boss@gİthub.com, whose mail goes to another domain, would equal
-- boss@github.com. The collation "C" knows ASCII only, whichever locale the database has.
create function corkboard.normalize_email(email text) returns text
language sql immutable parallel safe strict
return lower(email collate "C");
comment on function corkboard.normalize_email(text) is
  'An email address as the service compares it: only ASCII letters in lower case, every other character unchanged.';

-- In plpgsql, which keeps its plan for the session: the constraint calls this for every inserted and updated invoice.
-- Only case guarantees that PostgreSQL does not evaluate a branch whose condition failed.
create function corkboard.are_line_items_valid(p_lines json) returns boolean
language plpgsql immutable strict parallel safe
as $$
begin
  if p_lines::text = '[]' then
    return true;
  end if;
  if json_typeof(p_lines) <> 'array' or json_array_length(p_lines) > 50 then
    return false;
  end if;
  return not exists (
    select from json_array_elements(p_lines) l (line)
     where case when json_typeof(l.line) <> 'object' then true else (
       -- One bit for each valid field: a valid line has all four bits.
       select count(*) <> 4 or bit_or(case f.key
           when 'description' then
             case when json_typeof(f.value) = 'string' and char_length(f.value #>> '{}') between 1 and 500 then 1 else 0 end
           when 'quantityHundredths' then
             case when f.value::text ~ '^[0-9]{1,9}$' then case when f.value::text::integer <= 1000000 then 2 else 0 end else 0 end
           when 'unitPriceCents' then
             case when f.value::text ~ '^[0-9]{1,9}$' then case when f.value::text::integer <= 100000000 then 4 else 0 end else 0 end
           when 'taxRateBps' then
             case when f.value::text = 'null' then 8
               when f.value::text ~ '^[0-9]{1,9}$' then case when f.value::text::integer <= 10000 then 8 else 0 end else 0 end
           else 0 end) <> 15
         from json_each(l.line) f) end);
end
$$;
comment on function corkboard.are_line_items_valid(json) is
  'Whether this is a valid array of line items: at most 50 objects, each with exactly description (1 to 500 characters), quantityHundredths (0 to 1000000), unitPriceCents (0 to 100000000) and taxRateBps (null, or 0 to 10000), with numbers in plain digits. Empty for a flat amount.';

-- As normalize_for_search, and without accents: Müller, MULLER and müller are equal; nor does it tell apart the kinds of
-- apostrophes, quotation marks, dashes and white space. NFKD separates most letters from their accents; those that Unicode
-- doesn't separate are replaced one by one. The stored texts of search_entries and search_lines depend on it.
-- Most texts are ASCII, for which a third of the time is enough. In others NFKD turns most spaces into the ordinary one, and
-- full-width signs into usual ones; of the acute accent that stands alone it would make a space with an accent. The regular
-- expressions match only white space that isn't one ordinary space.
create function corkboard.fold_for_search(value text) returns text
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
