create or replace function corkboard.compact_for_search(p_folded text) returns text
language sql immutable strict
as $$
  select case when p_folded ~ '[0-9]' and p_folded ~ '[A-Z]' then translate(p_folded, ' .-/', '') end
$$;
comment on function corkboard.compact_for_search(text) is
  'A reference, folded, as it is without its separators: RF18 5390 is RF185390. Null if it doesn''t have both letters and digits.';
