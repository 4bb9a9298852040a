-- Logos become a PNG when they are uploaded, and those that no document has shown are removed when another one takes their place.

-- In a block, because Citus passes on the text of the query, outside of one the whole file.
do $$
begin
  alter table corkboard.workspace_logos
    add column is_converted boolean not null default false,
    add column is_used boolean not null default true;
end
$$;

comment on column corkboard.workspace_logos.bytes is 'The image.';
comment on column corkboard.workspace_logos.is_converted is 'Whether it is a PNG that the service made; otherwise it is the image as it was uploaded to an earlier version.';
comment on column corkboard.workspace_logos.is_used is 'Whether a document may have been issued with it. Then it stays as long as its workspace.';
comment on column corkboard.workspace_logos.media_type is 'The kind of image.';
