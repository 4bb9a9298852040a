create or replace function corkboard.client_language(p_client text, p_locale text) returns text
language sql immutable
as $$
  select case
    when p_client is not null then p_client
    when split_part(p_locale, '-', 1) = any (corkboard.document_languages()) then split_part(p_locale, '-', 1)
    else 'en'
  end
$$;
comment on function corkboard.client_language(text, text) is
  'The language of documents and pages for a client: the client''s own, otherwise that of the workspace''s locale if documents can be written in it, otherwise English.';
