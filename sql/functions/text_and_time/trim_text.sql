-- The byte order mark is white space in JavaScript but not in Unicode.
create or replace function corkboard.trim_text(p_text text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(p_text collate "und-x-icu", '^[[:space:]\ufeff]+|[[:space:]\ufeff]+$', '', 'g')
$$;
comment on function corkboard.trim_text(text) is 'Removes white space at both ends of a text, as operations do before they store it.';
