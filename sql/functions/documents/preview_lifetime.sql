create or replace function corkboard.preview_lifetime() returns interval
language plpgsql stable
as $$
begin
  return interval '10 minutes';
end
$$;
comment on function corkboard.preview_lifetime() is 'How long the preview of a document is kept.';
