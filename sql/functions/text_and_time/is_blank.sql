-- The byte order mark is white space in JavaScript but not in Unicode.
create or replace function corkboard.is_blank(p_text text) returns boolean
language sql immutable strict parallel safe
as $$
  select p_text !~ '[^[:space:]\ufeff]' collate "und-x-icu"
$$;
comment on function corkboard.is_blank(text) is 'Whether a text contains only white space.';
