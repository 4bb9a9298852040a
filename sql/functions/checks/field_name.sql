create or replace function corkboard.field_name(p_column text) returns text
language sql immutable strict parallel safe
as $$
  select left(p_column, 1) || substr(replace(initcap(replace(p_column, '_', ' ')), ' ', ''), 2)
$$;
comment on function corkboard.field_name(text) is 'The API''s name for a column: contactName for contact_name.';
