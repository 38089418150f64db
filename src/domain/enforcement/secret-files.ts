import type { ProtectedGroup } from "./protected-group.js";

/** Files that hold secrets, by their usual names, in any folder. */
export const SECRET_FILES: ProtectedGroup = {
  class: "holds-secrets",
  why: "secrets",
  patterns: [
    ".env",
    ".env.*",
    ".envrc",
    // Keys and keystores.
    "*.{pem,key,p8,p12,pfx,keystore,jks,bks,ppk,kdbx,agekey,ovpn,mobileprovision}",
    "id_{rsa,dsa,ecdsa,ecdsa_sk,ed25519,ed25519_sk}",
    "{.ssh,.gnupg}",
    // Accounts of package registries, git hosts, containers and databases.
    "{.netrc,_netrc,.npmrc,.pypirc,.git-credentials,.htpasswd,.pgpass,.my.cnf,.vault-token}",
    "{.docker,.dockercfg}",
    // Accounts of clouds and clusters.
    "{.aws,.azure,.gcloud,.kube,.boto,.s3cfg}",
    "{credentials,application_default_credentials}.json",
    "client_secret*.json",
    "*service{-,_,}account*.json",
    "{kubeconfig,*.kubeconfig,kubeconfig.*}",
    // Terraform writes its inputs into its state in plain text.
    "{*.tfstate,*.tfstate.*,*.tfvars,*.tfvars.json}",
    "{.terraformrc,terraform.rc,.terraform}",
  ],
};
