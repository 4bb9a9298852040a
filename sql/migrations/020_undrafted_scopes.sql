-- Until its first draft a scope has no currency of its own: it is the workspace's of the moment.
alter table corkboard.scopes alter column currency drop not null;
update corkboard.scopes set currency = null where version = 0;
alter table corkboard.scopes add check ((currency is null) = (version = 0));
comment on column corkboard.scopes.currency is 'Fixed by the first draft; null before: the workspace''s default currency of the moment.';
